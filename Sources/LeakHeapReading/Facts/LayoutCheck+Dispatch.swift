import CLeakBase
import Dispatch
import LeakBase
import LeakSymbolication

extension LayoutCheck {
  /// Whether a queue that is suspended says so and has its work where it is known to be, and a work item its block.
  static func dispatchHolds() -> Bool {
    workItemIsRight() && crt_dispatch_layouts_hold()
  }

  private static func workItemIsRight() -> Bool {
    let counter = Counter()
    let item = DispatchWorkItem { counter.number += 1 }
    let blockClass = Address(symbol: "_NSConcreteMallocBlock")
    let place = place(of: item)
    let size = TypeMetadata(DispatchWorkItem.self).instanceSize
    // Without the runtime of blocks there are no work items to read, and with another one it is its blocks that are not.
    guard !blockClass.isNull, blocksHold(), size >= 24, size < 256 else { return true }
    return withExtendedLifetime((item, counter)) {
      let map = MemoryMap()
      let block = stride(from: 16, to: size - 7, by: 8).lazy.map { place.address(at: $0) }
        .first { map.isReadable($0, length: 96) && $0.address() == blockClass }
      guard let block else { return false }
      let inner = block.address(at: crt_fact_work_item_block())
      let group = block.address(at: crt_fact_work_item_group())
      guard block.word(at: crt_fact_block_captures()) == UInt(crt_fact_work_item_magic()),
        map.isReadable(inner, length: 48), map.isReadable(group, length: 16)
      else { return false }
      let groupClass = group.address().bits
      return inner.address() == blockClass
        && map.isCode(inner.address(at: crt_fact_block_captures()))
        && Symbolizer.symbol(at: groupClass)?.hasPrefix("__OS_dispatch_group_") ?? true
    }
  }

  private final class Counter {
    var number = 0
  }
}
