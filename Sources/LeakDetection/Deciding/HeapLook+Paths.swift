import HeapModel
import HeapReading

// How the cycles of a look are told.

extension HeapLook {
  /// The cycle to tell of an object that nothing outside keeps: the shortest through it; or the nearest that leads to it,
  /// and the way from there.
  func path(toLeakAt object: HeapGraph.ObjectID) -> RetainPath? {
    let graph = graph(ofProven: judgement(of: object).isProven)
    if let cycle = graph.shortestCycle(through: object) { return explained(cycle, in: graph).path }
    // Without guesses there may be more components than the look has.
    let members = graph.stronglyConnectedComponents().filter(\.containsCycle).flatMap(\.members)
    let way = graph.shortestPath(from: members, to: object)
    guard let first = way.first,
      let cycle = graph.shortestCycle(through: graph.source(of: first))
    else { return nil }
    var path = explained(cycle, in: graph).path
    path.approach = RetainPath.Approach(along: way, in: graph, of: evidence)
    return path
  }

  /// How many instances, and how many closures, of a component are asked for a cycle.
  private static let mostStarts = 16

  /// The cycle to tell of a component: the one with the best suspect, then the shortest.
  func bestPath(
    through component: ComponentID, isProven: Bool, preferring survivors: [HeapGraph.ObjectID]
  ) -> RetainPath? {
    let members = condensation.components[component].members
    let graph = graph(ofProven: isProven)
    let instances = survivors.filter { graph.type(of: $0).visibility == .program }
    // Of several ways back from an instance, one through a closure says the most.
    let closures = members.filter { [.closureContext, .block].contains(graph.type(of: $0).kind) }
    let starts =
      instances.prefix(Self.mostStarts) + closures.prefix(Self.mostStarts)
    var best: (path: RetainPath, order: (rank: SuspectChoice.Rank, length: Int))?
    for object in starts.isEmpty ? members.prefix(1) : starts {
      guard let cycle = graph.shortestCycle(through: object) else { continue }
      let (path, rank) = explained(cycle, in: graph)
      let order = (rank, path.references.count)
      if let best, best.order <= order { continue }
      best = (path, order)
    }
    return best?.path
  }

  /// The shortest cycle through an object that is held, if that keeps it whatever happens to what holds it: one of references
  /// that are sure, and without work in it, which lets go of what it has when it is done.
  func lastingCycle(through object: HeapGraph.ObjectID) -> RetainPath? {
    let graph = graph(ofProven: true)
    guard let cycle = graph.shortestCycle(through: object),
      !cycle.references.contains(where: { reference in
        graph.type(of: graph.source(of: reference)).letsGoWhenDone
      })
    else { return nil }
    return explained(cycle, in: graph).path
  }

  /// The graph whose cycles are told: what is proven is told without guesses.
  private func graph(ofProven isProven: Bool) -> HeapGraph {
    isProven
      ? evidence.graph.withoutConservativeReferences() ?? evidence.graph : evidence.graph
  }

  func explained(
    _ cycle: ReferenceCycle, in graph: HeapGraph
  ) -> (path: RetainPath, rank: SuspectChoice.Rank) {
    RetainPath.explaining(
      cycle.references, in: graph, name: evidence.name, line: evidence.line,
      declaringClass: evidence.declaringClass)
  }
}

extension RetainPath.Approach {
  /// The way along references that follow one another; `nil` where there are none.
  init?(along way: [HeapGraph.ReferenceID], in graph: HeapGraph, of evidence: HeapEvidence) {
    guard let first = way.first else { return nil }
    self.init(
      start: graph.typeName(of: graph.source(of: first)).qualified,
      steps: RetainPath.Step.steps(
        along: way, in: graph, name: evidence.name, line: evidence.line))
  }
}

extension HeapObjectType {
  /// Whether it is work that lets go of what it has when it is done, or memory of which that is not known.
  fileprivate var letsGoWhenDone: Bool {
    switch kind {
    case .task, .memory, .unread: true
    default: ([name] + superclasses).contains(where: Self.workers.contains)
    }
  }

  /// The system's classes whose objects are such work, or have it to do.
  private static let workers: Set<String> = [
    "FoundationNetworking.URLSessionTask", "Foundation.OperationQueue",
  ]
}
