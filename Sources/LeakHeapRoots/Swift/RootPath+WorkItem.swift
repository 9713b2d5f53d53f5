import CLeakBase
import LeakBase
import LeakHeapModel
import LeakHeapReading

extension RootPath {
  /// Whether the first block behind the object at `index` is a work item's.
  package func hasWorkItem(behind index: Int) -> Bool {
    let graph = snapshot.graph
    let block = graph.objects.indices.dropFirst(index + 1).first {
      graph.type(of: $0).kind == .block
    }
    return block.map(workItems.contains) ?? false
  }
}

extension MemoryMap {
  /// Whether the block at `address` is a work item's, which begins with a number of its own (`dispatch_block_private_data_s` in
  /// libdispatch's `src/queue_internal.h`).
  func isWorkItem(blockAt address: Address) -> Bool {
    LayoutFeature.dispatch.holds && LayoutFeature.blocks.holds
      && blockSize(at: address) >= crt_fact_work_item_block() + 8
      && address.word(at: crt_fact_block_captures()) == UInt(crt_fact_work_item_magic())
  }
}
