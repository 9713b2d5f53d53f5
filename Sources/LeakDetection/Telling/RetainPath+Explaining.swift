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
  }

  /// The path as above, and what it was chosen by.
  static func explaining(
    _ cycle: [HeapGraph.ReferenceID], in graph: HeapGraph,
    name: @escaping (FunctionID) -> FunctionName?,
    line: @escaping (FunctionID) -> SourcePlace?,
    declaringClass: (HeapGraph.ObjectID, String) -> SourcePlace? = { _, _ in nil },
    nesting: (SuspectScene) -> ClosureNesting? = { $0.nestingInSource }
  ) -> Explanation {
    let first =
      cycle.firstIndex { graph.type(of: graph.source(of: $0)).visibility == .program }
      ?? cycle.firstIndex { graph.type(of: graph.source(of: $0)).visibility == .system } ?? 0
    let cycle = Array(cycle[first...] + cycle[..<first])
    var drafts = PathFolding(cycle, in: graph, name: name, line: line).drafts
    let suspect = SuspectChoice.suspect(among: drafts)
    drafts[suspect].noteDeclaration(in: declaringClass)
    let end = drafts[suspect].end % cycle.count
    let turned = Array(cycle[end...] + cycle[..<end])
    var scene = SuspectScene(cycle, in: graph, drafts: drafts, suspect: suspect, name: name)
    scene.nesting = nesting(scene)
    let pattern = AdvicePattern.of(scene)
    let path = RetainPath(
      start: graph.typeName(of: graph.source(of: turned[0])).qualified,
      steps: (drafts[(suspect + 1)...] + drafts[...suspect]).map(\.step),
      suspect: drafts.count - 1,
      advice: (pattern?.advice ?? AdvicePattern.takeOut)(scene), pattern: pattern?.name,
      references: turned.map { graph.described($0, name: name) })
    // A closure that captures one object and nothing else is stored as a reference to it.
    let start = suspect > 0 ? drafts[suspect - 1].end : 0
    let cut = min(start, drafts[suspect].end - 1)
    return Explanation(
      path: path, rank: SuspectChoice.rank(of: drafts[suspect]), cut: cycle[cut])
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
  }
}
