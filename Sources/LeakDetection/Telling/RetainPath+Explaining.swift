import HeapModel
import HeapReading

extension RetainPath {
  /// Explains a cycle of references: folds it into steps, chooses the one to change, and turns the path so
  /// that this one closes the cycle.
  ///
  /// - Precondition: `cycle` is not empty, and each reference leads to the holder of the next.
  /// - Complexity: O(*n*) in the length of the cycle.
  init(
    _ cycle: [HeapGraph.ReferenceID], in graph: HeapGraph,
    name: @escaping (FunctionID) -> FunctionName?,
    line: @escaping (FunctionID) -> SourcePlace?,
    declaringClass: (HeapGraph.ObjectID, String) -> SourcePlace? = { _, _ in nil }
  ) {
    self =
      Self.explaining(cycle, in: graph, name: name, line: line, declaringClass: declaringClass).path
  }

  /// A cycle, explained.
  struct Explanation {
    var path: RetainPath
    /// How good the suspect is.
    var rank: SuspectChoice.Rank
    /// The reference that the suspect begins with: what it stands for goes with that.
    var cut: HeapGraph.ReferenceID
    /// The objects of the cycle.
    var objects: [HeapGraph.ObjectID]
  }

  /// A step of a cycle that can be cut.
  struct Cut {
    /// The position of the step.
    var step: Int
    /// The reference that it begins with: what it stands for goes with that.
    var reference: HeapGraph.ReferenceID
    /// How good a suspect it is.
    var rank: SuspectChoice.Rank
  }

  /// The steps of a cycle, each of which could be cut.
  static func cuts(
    of cycle: [HeapGraph.ReferenceID], in graph: HeapGraph,
    name: @escaping (FunctionID) -> FunctionName?
  ) -> [Cut] {
    let cycle = begun(cycle, in: graph)
    let drafts = PathFolding(cycle, in: graph, name: name, line: { _ in nil }).drafts
    return drafts.indices.map { step in
      Cut(
        step: step, reference: cycle[beginning(of: step, in: drafts)],
        rank: SuspectChoice.rank(of: drafts[step]))
    }
  }

  /// The cycle, begun at an object that a report shows.
  private static func begun(
    _ cycle: [HeapGraph.ReferenceID], in graph: HeapGraph
  ) -> [HeapGraph.ReferenceID] {
    let first =
      cycle.firstIndex { graph.type(of: graph.source(of: $0)).visibility == .program }
      ?? cycle.firstIndex { graph.type(of: graph.source(of: $0)).visibility == .system } ?? 0
    return Array(cycle[first...] + cycle[..<first])
  }

  /// The position of the reference that a step begins with. A closure that captures one object and nothing else is stored as a
  /// reference to it.
  private static func beginning(of step: Int, in drafts: [StepDraft]) -> Int {
    min(step > 0 ? drafts[step - 1].end : 0, drafts[step].end - 1)
  }

  /// The path as above, and what it was chosen by.
  ///
  /// - Parameter chosen: The step to change, by its position in ``cuts(of:in:name:)``; `nil` for the best one.
  static func explaining(
    _ cycle: [HeapGraph.ReferenceID], in graph: HeapGraph, cutting chosen: Int? = nil,
    name: @escaping (FunctionID) -> FunctionName?,
    line: @escaping (FunctionID) -> SourcePlace?,
    declaringClass: (HeapGraph.ObjectID, String) -> SourcePlace? = { _, _ in nil },
    endingMethod: (HeapGraph.ObjectID) -> FunctionName? = { _ in nil },
    nesting: (SuspectScene) -> ClosureNesting? = { $0.nestingInSource },
    edits: (SuspectScene, Remedy.Action) -> [SourceEdit] = { $0.editsInSource(for: $1) }
  ) -> Explanation {
    let cycle = begun(cycle, in: graph)
    var drafts = PathFolding(cycle, in: graph, name: name, line: line).drafts
    let suspect = chosen ?? SuspectChoice.suspect(among: drafts)
    drafts[suspect].noteDeclaration(in: declaringClass)
    let end = drafts[suspect].end % cycle.count
    let turned = Array(cycle[end...] + cycle[..<end])
    var scene = SuspectScene(cycle, in: graph, drafts: drafts, suspect: suspect, name: name)
    scene.nesting = nesting(scene)
    let pattern = AdvicePattern.of(scene)
    var advice = (pattern?.advice ?? AdvicePattern.takeOut)(scene)
    // A closure that captures too much is at fault whatever else would end it.
    if !scene.isCapture, let method = turned.lazy.map(graph.source).compactMap(endingMethod).first {
      advice = advice.after(method)
    }
    let path = RetainPath(
      start: graph.typeName(of: graph.source(of: turned[0])).qualified,
      steps: (drafts[(suspect + 1)...] + drafts[...suspect]).map(\.step),
      suspect: drafts.count - 1,
      advice: advice.text,
      remedy: Remedy(advice.action, edits: edits(scene, advice.action)), pattern: pattern?.name,
      references: turned.map { graph.described($0, name: name) })
    return Explanation(
      path: path, rank: SuspectChoice.rank(of: drafts[suspect]),
      cut: cycle[beginning(of: suspect, in: drafts)], objects: cycle.map(graph.source))
  }
}

extension StepDraft {
  /// Notes where the step's property is declared, if it is one: `declaringClass` says where its class is.
  fileprivate mutating func noteDeclaration(
    in declaringClass: (HeapGraph.ObjectID, String) -> SourcePlace?
  ) {
    guard case .property(var property) = step, let declaration,
      let place = declaringClass(declaration.object, declaration.name)
    else { return }
    property.line = RetainPath.SourceLine(ofProperty: declaration.name, inClassAt: place)
    step = .property(property)
    self.place = place
  }
}
