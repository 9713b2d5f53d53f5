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
    drafts(along: references, in: graph, of: evidence).map(\.step)
  }

  /// The same, with what is known besides.
  static func drafts(
    along references: [HeapGraph.ReferenceID], in graph: HeapGraph, of evidence: HeapEvidence
  ) -> [StepDraft] {
    if references.isEmpty { return [] }
    return PathFolding(references, in: graph, of: evidence).drafts
      .drop { draft in
        if case .property = draft.step.kind { draft.owner.visibility != .program } else { false }
      }
      .map { draft in
        var draft = draft
        draft.noteSelf()
        return draft
      }
  }
}

extension RetainPath {
  /// The path of an object of type `typeName` that no root reaches, and that has a retain which no reference explains: it was never
  /// given back.
  ///
  /// - Parameter cycle: What keeps the object when that retain has been given back.
  package init(lostRetainsOf typeName: String, then cycle: RetainPath? = nil) {
    self.init(
      start: typeName, steps: [], suspect: 0,
      advice: "It has a retain that none of the references found explains. Look for an "
        + "Unmanaged.passRetained(_:) without its release, memory that was freed with the "
        + "reference still in it, or a thread that ended with Thread.exit().",
      references: [])
    tell(cycle)
  }

  /// The path of an object of type `typeName` that is alive because of a retain which no reference explains: its own, or
  /// that of the object at the beginning of `path`, which leads to it.
  ///
  /// - Parameter cycle: What keeps the object when that retain has been given back.
  init(lostRetainsOf typeName: String, _ path: RootPath, then cycle: RetainPath? = nil) {
    self.init(lostRetainsOf: typeName)
    let graph = path.snapshot.graph
    if !graph.references.isEmpty {
      approach = Approach(
        along: Array(graph.references.indices), in: graph, of: HeapEvidence(naming: path.snapshot))
      advice =
        "A retain of the \(graph.typeName(of: 0).short) that no reference explains was probably never balanced by a release."
    }
    tell(cycle)
  }

  /// Adds the cycle that keeps an object of the type `typeName` when the cycles of this path are broken.
  mutating func tell(_ cycle: RetainPath, ofLeakAt typeName: String) {
    advice +=
      " After that another retain cycle keeps the \(typeName), too: \(cycle.fault). \(cycle.advice)"
  }

  /// Adds what keeps the object when the retain has been given back, if anything does.
  private mutating func tell(_ cycle: RetainPath?) {
    guard let cycle else { return }
    advice +=
      " After that a retain cycle keeps the \(TypeName(start).short), too: \(cycle.fault). \(cycle.advice)"
  }

  /// Whether no reference is known: a retain was never given back.
  package var isLostRetain: Bool { steps.isEmpty }
}
