import HeapModel
import HeapReading

/// Decides which objects are kept by what lives as long as the process: globals, statics, lazily made caches.
///
/// That is what those are there for, so it is no leak.
enum GlobalHolders {
  /// Those of `objects` that globals keep alive.
  static func keep(
    _ objects: Set<HeapGraph.ObjectID>, in snapshot: HeapSnapshot
  ) -> Set<HeapGraph.ObjectID> {
    let kept = HeapReader.shared.keptByGlobals(
      among: Set(objects.lazy.map { snapshot.addresses[$0] }))
    return objects.filter { kept.contains(snapshot.addresses[$0]) }
  }
}
