import CLeakBase
import LeakBase
import LeakHeapModel
import LeakHeapReading

extension HeapSnapshot {
  /// Whether `object` is a source of libdispatch's that is suspended, or not active yet: who lets go of such a one ends the process.
  package func isSuspendedSource(_ object: HeapGraph.ObjectID) -> Bool {
    suspension(of: object, ofKind: "__OS_dispatch_source_").map { $0 != 0 } ?? false
  }

  /// Whether `object` is a queue of libdispatch's that was made inactive, and that nobody has activated.
  ///
  /// Source: `DISPATCH_QUEUE_INACTIVE` in libdispatch's `src/queue_internal.h`: the lowest two of the bits.
  package func isInactiveQueue(_ object: HeapGraph.ObjectID) -> Bool {
    suspension(of: object, ofKind: "__OS_dispatch_queue_").map { $0 & 3 != 0 } ?? false
  }

  /// The bits of a queue or a source that say whether it is suspended; `nil` where `object` is none of that kind.
  private func suspension(of object: HeapGraph.ObjectID, ofKind prefix: String) -> UInt? {
    guard graph.type(of: object).kind == .memory, LayoutFeature.dispatch.holds else { return nil }
    let queue = Address(addresses[object])
    let state = Int(crt_fact_queue_state())
    guard MemoryMap().isReadable(queue, length: state + 8),
      DispatchTable.symbol(at: queue.word())?.hasPrefix(prefix) == true
    else { return nil }
    return queue.word(at: state) >> UInt(crt_fact_queue_suspension_shift())
  }
}
