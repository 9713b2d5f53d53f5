import HeapModel
import HeapReading

/// What must be cut for the objects of a component to go: of each place in the source a cycle that is left without the others.
///
/// It depends on the component alone, and not on which of its objects a check asks for.
struct Cure {
  /// How many cycles of one component are told at most.
  static let mostCuts = 8

  let explainer: LookExplainer
  let graph: HeapGraph
  /// The objects of the component, in canonical order.
  let members: [HeapGraph.ObjectID]
  private let places: CutPlaces

  /// The cuts, the shortest cycle first.
  private(set) var cuts: [RetainPath.Explanation] = []

  /// Whether the objects go when all cuts are made; where that is too much to tell there is one cut.
  private(set) var isWhole = false

  /// Only what is sure counts after the first cut: no guesses, no work that lets go of what it has when it is done, and nothing
  /// that the program cannot change.
  ///
  /// `nil` where `members` form no cycle in `graph`.
  ///
  /// - Complexity: O(*c* · *n*) in the number of cuts and of the component's objects and references.
  init?(of members: [HeapGraph.ObjectID], in graph: HeapGraph, of explainer: LookExplainer) {
    self.explainer = explainer
    self.graph = graph
    self.members = CanonicalOrder.sorted(members, in: graph, of: explainer.evidence)
    places = CutPlaces(of: self.members, in: graph, evidence: explainer.evidence)
    let best = explainer.bestCycle(among: self.members, of: graph, at: places) {
      explainer.explained($0, in: graph)
    }
    guard let best else { return nil }
    if let all = cuts(startingWith: best) {
      cuts = all
      isWhole = true
    } else {
      cuts = [best]
    }
  }

  /// For each cut a cycle that is left without those before it; `nil` where that is too much to tell. Where fewer cuts will do that
  /// are no worse, those are told.
  private func cuts(startingWith first: RetainPath.Explanation) -> [RetainPath.Explanation]? {
    var cuts = [(explanation: first, place: places.place(of: first.cut))]
    var isCut: Set = [cuts[0].place]
    for _ in 0..<Self.mostCuts * 2 {
      let rest = places.remainder(without: isCut)
      guard let members = rest.cyclicComponent?.members else {
        let needed = needed(cuts, besides: isCut)
        let ignored = isCut.subtracting(cuts.map(\.place))
        return (fewer(than: needed, besides: ignored) ?? needed).sorted(by: precedes)
      }
      let next = explainer.bestCycle(among: members, of: rest.graph, at: places) {
        explainer.explained(rest.original($0), in: graph)
      }
      guard let next else { return nil }
      let place = places.place(of: next.cut)
      isCut.insert(place)
      // What reads the same is changed together.
      let isTold = cuts.contains { $0.explanation.path.fingerprint == next.path.fingerprint }
      if places.isPrograms(next.cut), !isTold { cuts.append((next, place)) }
      if cuts.count > Self.mostCuts { return nil }
    }
    return nil
  }

  /// Those of `cuts` without which the members would not go: what was cut early may be cut by what came later as well. The earlier
  /// are the better ones.
  private func needed(
    _ cuts: [(explanation: RetainPath.Explanation, place: CutPlaces.Place)],
    besides isCut: Set<CutPlaces.Place>
  ) -> [RetainPath.Explanation] {
    var isCut = isCut
    var needed = cuts
    for cut in cuts.dropLast().reversed()
    where places.remainder(without: isCut.subtracting([cut.place])).cyclicComponent == nil {
      isCut.remove(cut.place)
      needed.removeAll { $0.place == cut.place }
    }
    return needed.map(\.explanation)
  }

  /// Fewer cuts for which the same is true, none of them worse than the worst of `cuts`; `nil` where there are none, or to find
  /// them is too much.
  private func fewer(
    than cuts: [RetainPath.Explanation], besides ignored: Set<CutPlaces.Place>
  ) -> [RetainPath.Explanation]? {
    guard cuts.count > 1, let worst = cuts.map(\.rank).max() else { return nil }
    var search = CureSearch(places: places, worst: worst, steps: steps)
    guard let cure = search.cure(besides: ignored, smallerThan: cuts.count) else { return nil }
    var told: [RetainPath.Explanation] = []
    for place in cure {
      let rest = places.remainder(without: ignored.union(cure).subtracting([place]))
      guard let member = rest.cyclicComponent?.members.first,
        let cycle = rest.graph.shortestCycle(through: member).map(rest.original),
        let explanation = explained(cycle, cutting: [place])
      else { return nil }
      told.append(explanation)
    }
    return told
  }

  /// The steps of a cycle.
  private func steps(of cycle: ReferenceCycle) -> [RetainPath.Cut] {
    RetainPath.cuts(of: cycle.references, in: graph, of: explainer.evidence)
  }

  /// The cycle, explained as cut at the first step that is at one of `places`; `nil` where none is.
  private func explained(
    _ cycle: ReferenceCycle, cutting cut: Set<CutPlaces.Place>
  ) -> RetainPath.Explanation? {
    steps(of: cycle).first { cut.contains(places.place(of: $0.reference)) }.map {
      explainer.explained(cycle, in: graph, cutting: $0.step)
    }
  }

  private func precedes(
    _ left: RetainPath.Explanation, _ right: RetainPath.Explanation
  ) -> Bool {
    func key(_ cut: RetainPath.Explanation) -> (Int, SuspectChoice.Rank, Int, String, String) {
      let path = cut.path
      return (
        path.references.count, cut.rank, path.steps[path.suspect].line?.line ?? .max,
        path.suspectText, path.fingerprint
      )
    }
    return key(left) < key(right)
  }
}

extension RetainPath {
  /// The reference to change, as a report tells it.
  var suspectText: String { steps[suspect].text(withNote: false) }
}

extension Cure {
  /// The cuts as a report tells them.
  struct Telling {
    var path: RetainPath
    /// The object that the path starts at.
    var start: HeapGraph.ObjectID
  }

  /// The cuts as a report on the component tells them.
  var telling: Telling { telling(cuts) }

  /// The cuts as a report on `object` tells them, which is one of the members: the cycle through it comes first. Where it is on no
  /// cycle that can be told, the way to it is told as well; `nil` where there is none.
  ///
  /// - Complexity: O(*n*) in the number of members and their references.
  func telling(of object: HeapGraph.ObjectID) -> Telling? {
    let own = cuts.firstIndex { $0.objects.contains(object) }
    if let own { return telling([cuts[own]] + cuts[..<own] + cuts[(own + 1)...]) }
    let cut = Set(cuts.map { places.place(of: $0.cut) })
    let cycle = graph.shortestCycle(through: object)
    if let explanation = cycle.flatMap({ explained($0, cutting: cut) }) {
      let place = places.place(of: explanation.cut)
      return telling([explanation] + cuts.filter { places.place(of: $0.cut) != place })
    }
    let way = ShortestPaths(from: cuts[0].objects, in: graph).path(to: object)
    if way.isEmpty { return cycle.map { telling([explainer.explained($0, in: graph)] + cuts) } }
    var told = telling
    told.path.approach = RetainPath.Approach(along: way, in: graph, of: explainer.evidence)
    return told
  }

  private func telling(_ cuts: [RetainPath.Explanation]) -> Telling {
    let told = RetainPath.Explanation.edited(cuts)
    var path = told[0].path
    path.further = told.dropFirst().map(\.path)
    path.members = RetainPath.Members.counted(
      among: members, besides: told.flatMap(\.objects), in: graph)
    if !isWhole {
      path.advice +=
        " More than \(Self.mostCuts) cycles keep these objects alive: others remain after that."
    }
    return Telling(path: path, start: told[0].start)
  }
}

extension RetainPath.Members {
  /// How many instances of each of the program's types are among `members`, if there are more than those that are `told`.
  ///
  /// - Complexity: O(*n*) in the number of members.
  fileprivate static func counted(
    among members: [HeapGraph.ObjectID], besides told: [HeapGraph.ObjectID], in graph: HeapGraph
  ) -> [RetainPath.Members] {
    func isInstance(_ object: HeapGraph.ObjectID) -> Bool {
      graph.type(of: object).visibility == .program
    }
    var counts: [UInt32: Int] = [:]
    var total = 0
    for object in members where isInstance(object) {
      counts[graph.objects[object].type, default: 0] += 1
      total += 1
    }
    guard total > Set(told).count(where: isInstance) else { return [] }
    return counts.map { type, count in
      RetainPath.Members(typeName: TypeName(graph.types[Int(type)].name).qualified, count: count)
    }.sorted { ($1.count, $0.typeName) < ($0.count, $1.typeName) }
  }
}
