import CLeakBase
import LeakBase
import LeakHeapModel
import LeakHeapReading

/// What a source of libdispatch's calls a function for.
package enum DispatchHandler: Int, Sendable, CaseIterable, Codable {
  /// An event, or a timer's time.
  case event
  /// That it was cancelled.
  case cancel
  /// That it was activated.
  case registration
}

extension HeapSnapshot {
  /// Which of a source's handlers `target` is, if `record` is where libdispatch has them.
  ///
  /// Source: `ds_handler` in libdispatch's `src/event/event_internal.h`.
  package func handler(
    _ target: HeapGraph.ObjectID, of record: HeapGraph.ObjectID
  ) -> DispatchHandler? {
    guard LayoutFeature.dispatch.holds, graph.type(of: record).kind == .memory,
      graph.type(of: target).kind == .memory
    else { return nil }
    let place = addresses[record]
    let map = MemoryMap()
    func word(_ place: UInt) -> UInt? {
      map.isReadable(Address(place), length: 8) ? Address(place).word() : nil
    }
    guard let table = DispatchStructures.table(of: place, word: word),
      table.symbol.hasPrefix(DispatchStructures.sourceType)
    else { return nil }
    let handlers = place &+ table.offset &+ UInt(crt_fact_source_handlers())
    return DispatchHandler.allCases.first {
      word(handlers &+ 8 * UInt($0.rawValue)) == addresses[target]
    }
  }
}
