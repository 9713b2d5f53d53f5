import LeakDeciding
import LeakHeapModel
import LeakHeapReading
import LeakHeapRoots

// How the cycles of a look are told.

extension LookExplainer {
  /// The cycles to tell of an object that nothing outside keeps: those of its component, or of the nearest one that leads to it,
  /// and the way from there.
  package func path(toLeakAt object: HeapGraph.ObjectID) -> RetainPath? {
    path(toLeakAt: object, isProven: look.judgement(of: object).isProven)
  }

  func path(toLeakAt object: HeapGraph.ObjectID, isProven: Bool) -> RetainPath? {
    let component = look.condensation.components[look.condensation.component(of: object)]
    if component.containsCycle {
      let report = report(
        component.members, isProven: isProven, from: object, isOfObject: true
      ) {
        $0.report(of: object)
      }
      if let report { return report.path }
    }
    let graph = graph(ofProven: isProven)
    let ways = knownPaths.waysFromCycles(in: graph, isSure: isProven)
    guard let start = ways.origin(of: object),
      let members = knownPaths.cycleMembers(around: start, in: graph, isSure: isProven),
      let report = report(members, isProven: isProven, from: start, { $0.report })
    else { return nil }
    var path = report.path
    if knownPaths.followsWay(of: ways.length(to: object)) {
      path.approach = RetainPath.Approach(
        along: lead(to: start, in: graph) + ways.path(to: object), in: graph, of: evidence,
        from: report.path.start)
    } else {
      path.approach = RetainPath.Approach(start: report.path.start, steps: [])
    }
    return path
  }

  /// The cycles to tell of another component that leads to an object which nothing outside keeps, besides those that
  /// ``path(toLeakAt:)`` tells: the objects of that keep it when all of these are broken.
  ///
  /// - Complexity: O(*n* log *n*) in the number of objects and references of the look, where that has several cycles.
  func furtherPath(toLeakAt object: HeapGraph.ObjectID) -> RetainPath? {
    let graph = graph(ofProven: true)
    guard knownPaths.hasSeveralCycles(in: graph, isSure: true) else { return nil }
    let components = graph.stronglyConnectedComponents()
    var componentOfObject = [Int](repeating: 0, count: graph.objects.count)
    for (index, component) in components.enumerated() {
      for member in component.members { componentOfObject[member] = index }
    }
    let own = componentOfObject[object]
    let told =
      components[own].containsCycle
      ? own
      : knownPaths.waysFromCycles(in: graph, isSure: true).origin(of: object)
        .map { componentOfObject[$0] }
    // What a component refers to comes before it.
    var leadsThere = [Bool](repeating: false, count: components.count)
    leadsThere[own] = true
    for index in components.indices.dropFirst(own + 1) {
      leadsThere[index] = components[index].members.contains { member in
        graph.references(from: member).contains {
          leadsThere[componentOfObject[graph.target(of: $0)]]
        }
      }
    }
    let others = components.indices.filter {
      $0 != told && leadsThere[$0] && components[$0].containsCycle
    }
    if others.isEmpty { return nil }
    let ways = ShortestPaths(from: others.flatMap { components[$0].members }, in: graph)
    return ways.origin(of: object).flatMap { start in
      report(components[componentOfObject[start]].members, isProven: true, from: start) {
        $0.report
      }?.path
    }
  }

  /// An object of the cycle that ``path(toLeakAt:)`` tells of an object, where that is on none itself.
  func keeper(ofLeakAt object: HeapGraph.ObjectID) -> HeapGraph.ObjectID? {
    let isProven = look.judgement(of: object).isProven
    let origin = knownPaths.waysFromCycles(in: graph(ofProven: isProven), isSure: isProven)
      .origin(of: object)
    return origin == object ? nil : origin
  }

  /// The cycles to tell of a component, and the object that the first one is told from.
  func path(
    through component: HeapLook.ComponentID, isProven: Bool, from object: HeapGraph.ObjectID? = nil
  ) -> Cure.Report? {
    let members = look.condensation.components[component].members
    return report(members, isProven: isProven, from: object ?? members[0]) { $0.report }
  }

  /// What is told of the component that `members` are, as `make` says it. What is told of one component is told of all of its
  /// structure.
  private func report(
    _ members: [HeapGraph.ObjectID], isProven: Bool, from object: HeapGraph.ObjectID,
    isOfObject: Bool = false, _ make: (Cure) -> Cure.Report?
  ) -> Cure.Report? {
    let graph = graph(ofProven: isProven)
    return knownPaths.report(
      of: members, from: object, isOfObject: isOfObject, isProven: isProven, in: graph,
      evidence: evidence
    ) {
      Cure(of: members, in: graph, of: self).flatMap(make)
    }
  }

  /// The references that lead to an object of a cycle from the nearest one that a report shows, or in a cycle of closures alone, what
  /// has the function of the last one before it; none where it is shown itself.
  private func lead(
    to object: HeapGraph.ObjectID, in graph: HeapGraph
  ) -> [HeapGraph.ReferenceID] {
    func isShown(_ object: HeapGraph.ObjectID) -> Bool {
      graph.visibility(of: object) != .plumbing
    }
    guard !isShown(object),
      let cycle = graph.shortestCycle(through: object)?.references,
      let start = cycle.lastIndex(where: { isShown(graph.source(of: $0)) })
        ?? cycle.lastIndex(where: { graph.function(of: $0) != nil })
    else { return [] }
    return Array(cycle[start...])
  }

  /// How many instances, and how many closures, of a component are asked for a cycle.
  private static let mostStarts = 16

  /// The cycle with the best suspect among `members` of `graph`, then the shortest, if there is one; best of all one that the
  /// program can break.
  func bestCycle(
    among members: [HeapGraph.ObjectID], of graph: HeapGraph, at places: CutPlaces,
    explaining explain: (ReferenceCycle) -> RetainPath.Explanation
  ) -> RetainPath.Explanation? {
    let instances = members.filter { graph.visibility(of: $0) == .program }
    // Of several ways back from an instance, one through a closure says the most.
    let closures = members.filter { [.closureContext, .block].contains(graph.kind(of: $0)) }
    let starts = Self.spread(instances, in: graph) + Self.spread(closures, in: graph)
    var best: RetainPath.Explanation?
    var rest = Set(starts)
    for object in starts where rest.contains(object) {
      guard let cycle = graph.shortestCycle(through: object) else { continue }
      let onCycle = ObjectPositions(of: cycle.objects(in: graph), in: graph)
      rest = rest.filter { onCycle[$0] == nil }
      let explanation = explain(cycle)
      if let best, isNoWorse(best, than: explanation, at: places) { continue }
      best = explanation
    }
    if let found = best {
      best = shortened(found, among: starts, of: graph, at: places, explaining: explain)
    }
    // Without guesses not all of the members need to be part of a cycle.
    return best
      ?? members.lazy.prefix(Self.mostStarts * Self.mostStarts)
      .compactMap(graph.shortestCycle).first.map(explain)
  }

  /// A shorter cycle through one of the objects of `found`, if it is no worse: that cycle was the shortest of another one of them.
  private func shortened(
    _ found: RetainPath.Explanation, among starts: [HeapGraph.ObjectID], of graph: HeapGraph,
    at places: CutPlaces, explaining explain: (ReferenceCycle) -> RetainPath.Explanation
  ) -> RetainPath.Explanation {
    guard found.objects.count <= Self.mostShortened else { return found }
    let onCycle = Set(found.objects)
    var best = found
    for object in starts where onCycle.contains(object) {
      guard let cycle = graph.shortestCycle(through: object),
        cycle.references.count < best.cycle.references.count
      else { continue }
      let explanation = explain(cycle)
      if !isNoWorse(best, than: explanation, at: places) { best = explanation }
    }
    return best
  }

  /// A longer cycle is not looked at once more.
  private static let mostShortened = 64

  /// Whether `left` is told rather than `right`.
  private func isNoWorse(
    _ left: RetainPath.Explanation, than right: RetainPath.Explanation, at places: CutPlaces
  ) -> Bool {
    func key(_ cycle: RetainPath.Explanation) -> (Int, SuspectChoice.Rank, Int, String, String) {
      // What a system object keeps the program can take back; a library's closure it cannot change.
      let cut = places.isPrograms(cycle.cut) ? 0 : cycle.context.isCapture ? 4 : 2
      let hasInstance = cycle.objects.contains {
        evidence.graph.type(of: $0).visibility == .program
      }
      return (
        cut + (hasInstance ? 0 : 1), cycle.rank, cycle.path.references.count,
        cycle.path.suspectText, cycle.path.fingerprint
      )
    }
    return key(left) <= key(right)
  }

  /// Some of `objects`, of all types if possible.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  private static func spread(
    _ objects: [HeapGraph.ObjectID], in graph: HeapGraph
  ) -> [HeapGraph.ObjectID] {
    if objects.count <= mostStarts { return objects }
    var rounds = [[HeapGraph.ObjectID]](repeating: [], count: mostStarts)
    var counts: [UInt32: Int] = [:]
    for object in objects {
      let round = counts[graph.objects[object].type, default: 0]
      guard round < mostStarts else { continue }
      counts[graph.objects[object].type] = round + 1
      rounds[round].append(object)
    }
    return Array(rounds.joined().prefix(mostStarts))
  }

  /// The cycles to tell of an object that is held, if one through it keeps it whatever happens to what holds it: one of
  /// references that are sure, and without work in it, which lets go of what it has when it is done.
  func lastingCycle(through object: HeapGraph.ObjectID) -> RetainPath? {
    let component = look.condensation.components[look.condensation.component(of: object)]
    if !component.containsCycle { return nil }
    let graph = graph(ofProven: true)
    func path() -> RetainPath? {
      report(component.members, isProven: true, from: object) { $0.report(of: object) }?.path
    }
    // Of a large component one cycle is told for all objects.
    if component.members.count > ComponentShape.mostMembers {
      return knownPaths.isOnCycleWithoutWork(object, in: graph) ? path() : nil
    }
    return knownPaths.lastingCycle(
      of: component.members, from: object, in: graph, evidence: evidence
    ) {
      guard let cycle = graph.shortestCycle(through: object),
        !cycle.objects(in: graph).contains(where: { graph.type(of: $0).letsGoWhenDone })
      else { return nil }
      return path()
    }
  }

  /// The graph whose cycles are told: what is proven is told without guesses.
  private func graph(ofProven isProven: Bool) -> HeapGraph {
    isProven ? look.sureGraph.value(of: evidence.graph) : evidence.graph
  }

  /// The cycle, explained: cut at the step with this position, or at the best one; `isStandIn` tells of the others whether they
  /// would do as well.
  func explained(
    _ cycle: ReferenceCycle, in graph: HeapGraph, at places: CutPlaces, cutting step: Int? = nil,
    orElse isStandIn: ((HeapGraph.ReferenceID) -> Bool)? = nil
  ) -> RetainPath.Explanation {
    WayObserver.show {
      ObservedWay(isas: cycle.objects(in: graph).compactMap(evidence.isa))
    }
    return RetainPath.explaining(
      cycle.references, in: graph, at: places, cutting: step, orElse: isStandIn, of: evidence)
  }
}

extension RetainPath.Approach {
  /// The way along references that follow one another; `nil` where there are none. `start` is what the report calls the place of the
  /// cycle that it leads from, where that is no object that is shown.
  init?(
    along way: [HeapGraph.ReferenceID], in graph: HeapGraph, of evidence: HeapEvidence,
    from start: String? = nil
  ) {
    guard let first = way.first else { return nil }
    let steps = RetainPath.Step.steps(along: way, in: graph, of: evidence)
    if steps.isEmpty { return nil }
    let source = graph.source(of: first)
    let place = graph.visibility(of: source) == .plumbing ? start : nil
    self.init(start: place ?? graph.typeName(of: source).qualified, steps: steps)
  }
}
