import HeapModel
import HeapReading

// How the cycles of a look are told.

extension HeapLook {
  /// The cycles to tell of an object that nothing outside keeps: the shortest through it, or the nearest that leads to it and
  /// the way from there; and those that are left without it.
  func path(toLeakAt object: HeapGraph.ObjectID) -> RetainPath? {
    let isProven = judgement(of: object).isProven
    let graph = graph(ofProven: isProven)
    let component = condensation.components[condensation.component(of: object)]
    if component.containsCycle {
      let shape = ComponentShape(
        of: component.members, from: object, for: .through, in: graph, of: evidence)
      let known = knownPaths.path(for: shape.map(KnownPaths.Subject.component)) {
        graph.shortestCycle(through: object).map { cycle in
          self.path(
            from: explained(cycle, in: graph), through: component.members, for: object, in: graph)
        }
      }
      if let known { return known }
    }
    let way = knownPaths.waysFromCycles(in: graph, isSure: isProven).path(to: object)
    guard let start = way.first.map(graph.source) else { return nil }
    let cycle = knownPaths.path(for: .start(start, isSure: isProven)) {
      graph.shortestCycle(through: start).map { cycle in
        self.path(
          from: explained(cycle, in: graph), through: graph.component(of: start).members, in: graph)
      }
    }
    guard var path = cycle else { return nil }
    path.approach = RetainPath.Approach(
      along: lead(to: start, in: graph) + way, in: graph, of: evidence)
    return path
  }

  /// The references that lead to an object of a cycle from the nearest one that a report shows; none where it is one itself.
  private func lead(
    to object: HeapGraph.ObjectID, in graph: HeapGraph
  ) -> [HeapGraph.ReferenceID] {
    func isShown(_ object: HeapGraph.ObjectID) -> Bool {
      graph.type(of: object).visibility != .plumbing
    }
    guard !isShown(object), let cycle = graph.shortestCycle(through: object)?.references,
      let start = cycle.lastIndex(where: { isShown(graph.source(of: $0)) })
    else { return [] }
    return Array(cycle[start...])
  }

  /// How many instances, and how many closures, of a component are asked for a cycle.
  private static let mostStarts = 16

  /// The cycles to tell of a component: the one with the best suspect, then the shortest; and those that are left without it.
  func bestPath(
    through component: ComponentID, isProven: Bool, preferring survivors: [HeapGraph.ObjectID]
  ) -> RetainPath? {
    let members = condensation.components[component].members
    let graph = graph(ofProven: isProven)
    let shape = ComponentShape(
      of: members, from: survivors.first ?? members[0], marking: survivors,
      for: .best(isProven: isProven), in: graph, of: evidence)
    return knownPaths.path(for: shape.map(KnownPaths.Subject.component)) {
      let best = bestCycle(among: members, of: graph, preferring: survivors) {
        explained($0, in: graph)
      }
      return best.map { path(from: $0, through: members, in: graph) }
    }
  }

  /// The cycle with the best suspect among `members` of `graph`, then the shortest, if there is one.
  private func bestCycle(
    among members: [HeapGraph.ObjectID], of graph: HeapGraph,
    preferring candidates: [HeapGraph.ObjectID],
    explaining explain: (ReferenceCycle) -> RetainPath.Explanation
  ) -> RetainPath.Explanation? {
    let instances = candidates.filter { graph.type(of: $0).visibility == .program }
    // Of several ways back from an instance, one through a closure says the most.
    let closures = members.filter { [.closureContext, .block].contains(graph.type(of: $0).kind) }
    let starts = instances.prefix(Self.mostStarts) + closures.prefix(Self.mostStarts)
    var best: RetainPath.Explanation?
    var told: Set<HeapGraph.ObjectID> = []
    for object in starts.isEmpty ? members.prefix(1) : starts where !told.contains(object) {
      guard let cycle = graph.shortestCycle(through: object) else { continue }
      told.formUnion(cycle.references.lazy.map(graph.source))
      let explanation = explain(cycle)
      if let best,
        (best.rank, best.path.references.count)
          <= (explanation.rank, explanation.path.references.count)
      {
        continue
      }
      best = explanation
    }
    return best
  }

  /// How many cycles of one component are told at most.
  private static let mostCuts = 8

  /// The path of `first`, with the paths of what else must be cut for the objects to go.
  private func path(
    from first: RetainPath.Explanation, through members: [HeapGraph.ObjectID],
    for object: HeapGraph.ObjectID? = nil, in graph: HeapGraph
  ) -> RetainPath {
    let all = cuts(startingWith: first, through: members, for: object, in: graph)
    let told = RetainPath.Explanation.edited(all ?? [first])
    var path = told[0].path
    path.further = told.dropFirst().map(\.path)
    path.members = Self.members(among: members, besides: told.flatMap(\.objects), in: graph)
    if all == nil {
      path.advice +=
        " More than \(Self.mostCuts) cycles keep these objects alive: others remain after that."
    }
    return path
  }

  /// How many instances of each of the program's types are among `members`, if there are more than those that are `told`.
  ///
  /// - Complexity: O(*n*) in the number of members.
  private static func members(
    among members: [HeapGraph.ObjectID], besides told: [HeapGraph.ObjectID], in graph: HeapGraph
  ) -> [RetainPath.Members] {
    func isInstance(_ object: HeapGraph.ObjectID) -> Bool {
      graph.type(of: object).visibility == .program
    }
    var counts: [UInt32: Int] = [:]
    var total = 0
    var samples: [UInt32: HeapGraph.ObjectID] = [:]
    for object in members where isInstance(object) {
      let type = graph.objects[object].type
      counts[type, default: 0] += 1
      samples[type] = object
      total += 1
    }
    guard total > Set(told).count(where: isInstance) else { return [] }
    return samples.map { type, object in
      RetainPath.Members(
        typeName: graph.typeName(of: object).qualified, count: counts[type, default: 0])
    }.sorted { ($1.count, $0.typeName) < ($0.count, $1.typeName) }
  }

  /// What must be cut for all `members` to go, `first` first: for each cut a cycle that is left without those before it. `nil`
  /// where that is too much to tell.
  ///
  /// Only what is sure counts after the first: no guesses, no work that lets go of what it has when it is done, and nothing that
  /// the program cannot change.
  ///
  /// Where fewer cuts will do that are no worse, those are told.
  ///
  /// - Parameter object: The object that the first cycle is to lead through, if any.
  /// - Complexity: O(*c* · *n*) in the number of cuts and of the component's objects and references.
  func cuts(
    startingWith first: RetainPath.Explanation, through members: [HeapGraph.ObjectID],
    for object: HeapGraph.ObjectID? = nil, in graph: HeapGraph
  ) -> [RetainPath.Explanation]? {
    let places = CutPlaces(of: members, in: graph, evidence: evidence)
    var cuts = [(explanation: first, place: places.place(of: first.cut))]
    var isCut: Set = [cuts[0].place]
    for _ in 0..<Self.mostCuts * 2 {
      let rest = places.remainder(without: isCut)
      guard let members = rest.cyclicComponent?.members else {
        let needed = places.needed(cuts, besides: isCut)
        let ignored = isCut.subtracting(cuts.map(\.place))
        return fewer(than: needed, for: object, at: places, besides: ignored, in: graph) ?? needed
      }
      let next = bestCycle(among: members, of: rest.graph, preferring: members) {
        explained(rest.original($0), in: graph)
      }
      guard let next else { return nil }
      let place = places.place(of: next.cut)
      isCut.insert(place)
      if places.isPrograms(next.cut) { cuts.append((next, place)) }
      if cuts.count > Self.mostCuts { return nil }
    }
    return nil
  }

  /// Fewer cuts for which the same is true, none of them worse than the worst of `cuts`; the cycle through `object` comes first, and
  /// then the shortest. `nil` where there are none, or to find them is too much.
  private func fewer(
    than cuts: [RetainPath.Explanation], for object: HeapGraph.ObjectID?, at places: CutPlaces,
    besides ignored: Set<CutPlaces.Place>, in graph: HeapGraph
  ) -> [RetainPath.Explanation]? {
    guard cuts.count > 1, let worst = cuts.map(\.rank).max() else { return nil }
    let steps = { (cycle: ReferenceCycle) in
      RetainPath.cuts(of: cycle.references, in: graph, name: evidence.name, makes: evidence.makes)
    }
    var search = CureSearch(places: places, worst: worst, steps: steps)
    guard let cure = search.cure(besides: ignored, smallerThan: cuts.count) else { return nil }
    var told: [(isObjects: Bool, explanation: RetainPath.Explanation)] = []
    for place in cure {
      let rest = places.remainder(without: ignored.union(cure).subtracting([place]))
      guard let member = rest.cyclicComponent?.members.first else { return nil }
      let own = object.flatMap(places.position).flatMap(rest.graph.shortestCycle)
      guard let cycle = (own ?? rest.graph.shortestCycle(through: member)).map(rest.original),
        let step = steps(cycle).first(where: { places.place(of: $0.reference) == place })?.step
      else { return nil }
      told.append((own != nil, explained(cycle, in: graph, cutting: step)))
    }
    told.sort { left, right in
      if left.isObjects != right.isObjects { return left.isObjects }
      return left.explanation.path.references.count < right.explanation.path.references.count
    }
    return object == nil || told[0].isObjects ? told.map(\.explanation) : nil
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
    return explained(cycle, in: graph).edited
  }

  /// The graph whose cycles are told: what is proven is told without guesses.
  private func graph(ofProven isProven: Bool) -> HeapGraph {
    isProven ? sureGraph.value(of: evidence.graph) : evidence.graph
  }

  /// The cycle, explained: cut at the step with this position, or at the best one.
  func explained(
    _ cycle: ReferenceCycle, in graph: HeapGraph, cutting step: Int? = nil
  ) -> RetainPath.Explanation {
    WayObserver.show {
      let objects = cycle.references.map(graph.source)
      // Evidence that was made up has no addresses.
      return ObservedWay(through: objects.filter(addresses.indices.contains).map { addresses[$0] })
    }
    return RetainPath.explaining(
      cycle.references, in: graph, cutting: step, name: evidence.name, line: evidence.line,
      declaringClass: evidence.declaringClass, endingMethod: evidence.endingMethod,
      makes: evidence.makes)
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
