import CLeakBase
import Dispatch
import LeakBase

extension LayoutCheck {
  /// Whether a queue that is suspended says so and has its work where it is known to be, and a work item its block.
  static func dispatchHolds(in map: KeptMap) -> Bool {
    workItemIsRight(in: map) && crt_dispatch_layouts_hold() && sourceIsRight()
  }

  private static func workItemIsRight(in map: KeptMap) -> Bool {
    let counter = Counter()
    let item = DispatchWorkItem { counter.number += 1 }
    let blockClass = Address(symbol: "_NSConcreteMallocBlock")
    let place = place(of: item)
    let size = TypeMetadata(DispatchWorkItem.self).instanceSize
    // Without the runtime of blocks there are no work items to read, and with another one it is its blocks that are not.
    guard !blockClass.isNull, blocksHold(in: map), size >= 24, size < 256 else { return true }
    return withExtendedLifetime((item, counter)) {
      let block = stride(from: 16, to: size - 7, by: 8).lazy.map { place.address(at: $0) }
        .first { map.isReadable($0, length: 96) && $0.address() == blockClass }
      guard let block else { return false }
      let inner = block.address(at: crt_fact_work_item_block())
      let group = block.address(at: crt_fact_work_item_group())
      guard block.word(at: crt_fact_block_captures()) == UInt(crt_fact_work_item_magic()),
        map.isReadable(inner, length: 48), map.isReadable(group, length: 16)
      else { return false }
      let groupClass = crt_probe_group_class()
      return inner.address() == blockClass
        && map.isCode(inner.address(at: crt_fact_block_captures()))
        && (groupClass == 0 || group.word() == groupClass)
    }
  }

  /// A source of events is known to libdispatch by a record that begins with a list's links: the word that says what it is stands
  /// behind them, and then its handlers, of which it has the second.
  private static func sourceIsRight() -> Bool {
    let type = Address(symbol: "_dispatch_source_type_read")
    let source = Address(crt_probe_source())
    guard !source.isNull, !type.isNull else { return true }
    guard crt_probe_source_tells_cancelling() else { return false }
    // Some of its words lead nowhere: a map that rereads would be read anew for each of them.
    let map = MemoryMap()
    let record = stride(from: 16, to: 160, by: 8).lazy.map { source.address(at: $0) }
      .first { map.isReadable($0, length: 8) && $0.address() == type }
    guard let record, map.isReadable(record, length: crt_fact_source_handlers() + 24) else {
      return false
    }
    let handlers = (0..<3).map { record.address(at: crt_fact_source_handlers() + 8 * $0) }
    guard handlers[0].isNull, handlers[2].isNull, map.isReadable(handlers[1], length: 48),
      crt_is_probe_handler(handlers[1].bits)
    else { return false }
    // Where blocks cannot be told from other memory it is not read.
    if Allocator.obstacleToScanning != nil { return true }
    return map.blockSize(at: record + -crt_fact_source_type()) > crt_fact_source_type() + 8
  }

  private final class Counter {
    var number = 0
  }
}
