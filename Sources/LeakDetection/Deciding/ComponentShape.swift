import HeapModel

/// The structure of a small component, as seen from one of its objects. Components of one structure are explained alike, so that one
/// explanation does for all of them.
struct ComponentShape: Hashable {
  /// Larger ones are few.
  private static let mostMembers = 256
  private static let outside = -1

  /// Which cycles are asked for.
  enum Question: Hashable {
    /// The best one, of references that are sure or of all.
    case best(isProven: Bool)
    /// The one through the object that the component is seen from.
    case through
  }

  private let question: Question
  /// The members in the order in which they are reached: the type and whether the member is marked; then of each reference the
  /// label, how sure it is, and the position of the member that it leads to.
  private var code: [Int] = []
  /// The functions whose contexts references are.
  private var functions: [String] = []

  /// `nil` for a component that is not small, or of which `start` does not reach all.
  ///
  /// - Complexity: O(*n*) in the number of members and their references.
  init?(
    of members: [HeapGraph.ObjectID], from start: HeapGraph.ObjectID,
    marking marked: [HeapGraph.ObjectID] = [], for question: Question, in graph: HeapGraph,
    of evidence: HeapEvidence
  ) {
    guard members.count <= Self.mostMembers else { return nil }
    self.question = question
    let isMember = Set(members)
    let isMarked = Set(marked)
    var positions = [start: 0]
    var reached = [start]
    var next = 0
    while next < reached.count {
      let object = reached[next]
      next += 1
      code += [Int(graph.objects[object].type), isMarked.contains(object) ? 1 : 0]
      for reference in graph.references(from: object) {
        let target = graph.target(of: reference)
        let stored = graph.references[reference]
        code += [Int(stored.label), Int(stored.confidence.rawValue)]
        if let function = graph.function(of: reference) {
          functions.append(evidence.name(function)?.text ?? "")
        }
        guard isMember.contains(target) else {
          code.append(Self.outside)
          continue
        }
        if positions[target] == nil {
          positions[target] = reached.count
          reached.append(target)
        }
        code.append(positions[target]!)
      }
    }
    guard reached.count == members.count else { return nil }
  }
}

/// The explanations of a look, each for all components of one structure, or for all objects that one cycle leads to.
final class KnownPaths: Sendable {
  /// What a path is asked for.
  enum Subject: Hashable {
    /// A component of this structure.
    case component(ComponentShape)
    /// An object of a cycle that leads to others, in the graph of the references that are sure or of all.
    case start(HeapGraph.ObjectID, isSure: Bool)
  }

  private let paths = VisibleMutex<[Subject: RetainPath]>([:])
  private let ways = VisibleMutex<[Bool: ShortestPaths]>([:])

  /// The ways from the cycles of `graph`, which is the look's without guesses or with them, to what these lead to.
  func waysFromCycles(in graph: HeapGraph, isSure: Bool) -> ShortestPaths {
    ways.withLock { ways in
      if let known = ways[isSure] { return known }
      let cycles = graph.stronglyConnectedComponents().filter(\.containsCycle)
      let found = ShortestPaths(from: cycles.flatMap(\.members), in: graph)
      ways[isSure] = found
      return found
    }
  }

  /// The path for `subject`, made where none is known; always without a subject.
  func path(for subject: Subject?, _ make: () -> RetainPath?) -> RetainPath? {
    guard let subject else { return make() }
    if let known = paths.withLock({ $0[subject] }) { return known }
    guard let path = make() else { return nil }
    paths.withLock { $0[subject] = path }
    return path
  }
}
