import CLeakBase
import LeakBase
import LeakHeapModel
import LeakHeapReading

/// What keeps an object of libdispatch's from doing anything: who lets go of such a one ends the process.
package enum DispatchSuspension: Sendable {
  /// A source that is suspended, or not active yet.
  case source
  /// A queue that is suspended.
  case queue
  /// A queue that was made inactive, and that nobody has activated.
  case inactiveQueue
}

extension HeapSnapshot {
  /// What keeps `object` from doing anything, if it is of libdispatch's and something does.
  ///
  /// Source: `DISPATCH_QUEUE_INACTIVE` in libdispatch's `src/queue_internal.h`: the lowest two of the bits that tell of suspensions.
  package func suspension(of object: HeapGraph.ObjectID) -> DispatchSuspension? {
    guard graph.type(of: object).kind == .memory, LayoutFeature.dispatch.holds else { return nil }
    let place = Address(addresses[object])
    let state = Int(crt_fact_queue_state())
    guard MemoryMap().isReadable(place, length: state + 8),
      let symbol = DispatchTable.symbol(at: place.word())
    else { return nil }
    let bits = place.word(at: state) >> UInt(crt_fact_queue_suspension_shift())
    if bits == 0 { return nil }
    if symbol.hasPrefix("__OS_dispatch_source_") { return .source }
    guard symbol.hasPrefix("__OS_dispatch_queue_") else { return nil }
    return bits & 3 != 0 ? .inactiveQueue : .queue
  }
}
