import LeakHeapModel
import LeakHeapReading

extension HeapLook {
  /// The objects that nothing keeps but the stored properties of the object at `transientRoot`, in the order of the way there. What
  /// others refer to as well, a global say, is not among them, nor is what leads back to the transient root. `nil` where the process was
  /// changing.
  ///
  /// - Parameter module: Of the properties that its classes declare nothing is taken.
  package func objectsOnlyKept(
    byPropertiesAt transientRoot: UInt, exceptThoseOf module: String
  ) -> [(address: UInt, size: Int)]? {
    guard let transientRoot = object(at: transientRoot), evidence.changes.isEmpty else {
      return nil
    }
    let graph = evidence.graph
    let own = condensation.component(of: transientRoot)
    let states = states(releasing: [own])
    func isGarbageWithoutRoot(_ object: HeapGraph.ObjectID) -> Bool {
      let component = condensation.component(of: object)
      if component == own { return false }
      if case .garbage = states[component] { return true }
      return false
    }
    var isMet = Set([transientRoot])
    var objects: [HeapGraph.ObjectID] = []
    func visit(_ reference: HeapGraph.ReferenceID) {
      let target = graph.target(of: reference)
      if isGarbageWithoutRoot(target), isMet.insert(target).inserted { objects.append(target) }
    }
    for reference in graph.references(from: transientRoot) {
      let declaring = graph.label(of: reference).declaringClass
      if declaring?.hasPrefix("\(module).") != true { visit(reference) }
    }
    var next = 0
    while next < objects.count {
      graph.references(from: objects[next]).forEach(visit)
      next += 1
    }
    return objects.map { (addresses[$0], Int(graph.objects[$0].size)) }
  }
}
