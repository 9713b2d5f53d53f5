import CLeakBase
import LeakBase
import LeakHeapReading

extension RootPath {
  /// Whether the first block behind the object at `index` is a work item's, which begins with a number of its own
  /// (`dispatch_block_private_data_s` in libdispatch's `src/queue_internal.h`).
  package func hasWorkItem(behind index: Int) -> Bool {
    let graph = snapshot.graph
    let block = graph.objects.indices.dropFirst(index + 1).first {
      graph.type(of: $0).kind == .block
    }
    guard let block, LayoutFeature.dispatch.holds, LayoutFeature.blocks.holds else { return false }
    let captures = crt_fact_block_captures()
    return withExtendedLifetime(MemoryGuard()) {
      let record = Address(snapshot.addresses[block])
      return MemoryMap().blockSize(at: record) >= crt_fact_work_item_block() + 8
        && record.word(at: captures) == UInt(crt_fact_work_item_magic())
    }
  }
}
