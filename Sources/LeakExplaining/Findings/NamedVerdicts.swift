import LeakDeciding
import LeakHeapReading

/// The verdicts on the objects that a check named.
package struct NamedVerdicts {
  /// The verdicts, in the order of the objects.
  package let verdicts: [Verdict]
  /// For some objects the one whose verdict theirs is, and that is told for them.
  package let representatives: [Int: Int]
  /// For each object, if it leaked, its component, where the objects of that keep one another alive.
  package let components: [HeapLook.ComponentID?]
  /// An object of each cycle that is told of objects which are on none themselves.
  package let keepers: [ObjectWitness]

  /// Finds them out, each once.
  package init(_ explainer: OutcomeExplainer, on objects: [TrackedObject]) {
    var known = [Verdict?](repeating: nil, count: objects.count)
    var representatives: [Int: Int] = [:]
    var keepers: [ObjectWitness] = []
    let verdicts = objects.indices.map { position in
      let representative = explainer.representative(of: position)
      if representative != position { representatives[position] = representative }
      if let known = known[representative] { return known }
      let verdict = explainer.verdict(
        on: representative, typeName: objects[representative].typeName)
      known[representative] = verdict
      if let keeper = explainer.keeper(ofObjectAt: representative, after: verdict) {
        keepers.append(keeper)
      }
      return verdict
    }
    self.representatives = representatives
    self.keepers = keepers
    self.verdicts = verdicts
    components = objects.indices.map { position in
      guard case .leaked = verdicts[position] else { return nil }
      return explainer.cyclicComponent(ofObjectAt: position)
    }
  }

  /// All objects are gone.
  package init(allGone count: Int) {
    verdicts = Array(repeating: .deinitialized, count: count)
    representatives = [:]
    keepers = []
    components = Array(repeating: nil, count: count)
  }

  package subscript(position: Int) -> Verdict { verdicts[position] }
}
