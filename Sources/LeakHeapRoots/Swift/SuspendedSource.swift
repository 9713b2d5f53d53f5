import CLeakBase
import LeakBase
import LeakHeapModel
import LeakHeapReading

extension HeapSnapshot {
  /// Whether `object` is a source of libdispatch's that is suspended, or not active yet: who lets go of such a one ends the process.
  package func isSuspendedSource(_ object: HeapGraph.ObjectID) -> Bool {
    guard graph.type(of: object).kind == .memory, LayoutFeature.dispatch.holds else { return false }
    let source = Address(addresses[object])
    let state = Int(crt_fact_queue_state())
    guard MemoryMap().isReadable(source, length: state + 8),
      DispatchTable.symbol(at: source.word())?.hasPrefix("__OS_dispatch_source_") == true
    else { return false }
    return source.word(at: state) >> UInt(crt_fact_queue_suspension_shift()) != 0
  }
}
