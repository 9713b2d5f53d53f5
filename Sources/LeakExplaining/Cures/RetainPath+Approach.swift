import LeakDeciding
import LeakHeapModel
import LeakHeapReading
import LeakHeapRoots

extension RetainPath.Step {
  /// The steps along `references`, each of which leads to the object that holds the next.
  ///
  /// What system objects have inside before the first object of the program or its first closure is left out.
  static func steps(
    along references: [HeapGraph.ReferenceID], in graph: HeapGraph, of evidence: HeapEvidence
  ) -> [RetainPath.Step] {
    if references.isEmpty { return [] }
    return PathFolding(references, in: graph, of: evidence).drafts
      .drop { draft in
        if case .property = draft.step.kind { draft.owner.visibility != .program } else { false }
      }
      .map { draft in
        var draft = draft
        draft.noteSelf()
        return draft.step
      }
  }
}

extension RetainPath {
  /// The path of an object of type `typeName` that nothing refers to: a retain was never given back.
  init(lostRetainsOf typeName: String) {
    self.init(
      start: typeName, steps: [], suspect: 0,
      advice: "It has a retain that none of the references found explains. Look for an "
        + "Unmanaged.passRetained(_:) without its release, or memory that was freed with the "
        + "reference still in it.",
      references: [])
  }

  /// The path of an object of type `typeName` that is alive because of a retain which no reference explains: its own, or
  /// that of the object at the beginning of `path`, which leads to it.
  init(lostRetainsOf typeName: String, _ path: RootPath) {
    self.init(lostRetainsOf: typeName)
    let graph = path.snapshot.graph
    guard !graph.references.isEmpty else { return }
    approach = Approach(
      along: Array(graph.references.indices), in: graph, of: HeapEvidence(naming: path.snapshot))
    advice =
      "Nothing refers to the \(graph.typeName(of: 0).short), so a retain of it was never balanced by a release."
  }

  /// Whether no reference is known: a retain was never given back.
  package var isLostRetain: Bool { steps.isEmpty }
}
