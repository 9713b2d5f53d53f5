import LeakHeapModel

/// The search for the fewest places that must be changed for the objects of a small component to go.
///
/// Where there is no cycle, the objects can be put into an order in which each reference leads from an earlier one to a later one. So
/// each order of the objects is a cure: what leads back in it is cut. All orders are looked at, one object after the other, for each
/// set of objects together that can come first: of those orders only the cheapest count. One is cheaper than another if it is so even
/// when it cuts, besides its own, all that the other one has cut and what comes later can lead back by.
struct OrderSearch {
  /// As many objects are put in order, after those are joined of which one leads to the other, which nothing else refers to, by
  /// what cannot be cut.
  static let mostObjects = 12
  /// Larger components are not worth a try.
  private static let mostReferences = 512
  /// So many orders are looked at.
  private static let mostStates = 50_000

  /// A set of objects, by their positions.
  private typealias Objects = Int
  /// A set of those places that references of several pairs of objects are at.
  private typealias Shared = UInt64

  /// What is cut: first the number of places counts, then how good they are.
  private struct Cost: Comparable {
    var rawValue: Int
    static let place = 1 << 16

    static func + (left: Cost, right: Cost) -> Cost {
      Cost(rawValue: left.rawValue + right.rawValue)
    }

    static func < (left: Cost, right: Cost) -> Bool { left.rawValue < right.rawValue }
  }

  private var count = 0
  /// The places of references from one object to another which are at no others: by the objects' positions.
  private var own: [[[CutPlaces.Place]]] = []
  /// The others.
  private var shared: [[Shared]] = []
  /// Where what cannot be cut leads to, for each object.
  private var fixed: [Objects] = []
  private var sharedPlaces: [CutPlaces.Place] = []
  private var sharedCosts: [Int] = []
  /// The objects that have references at each of those.
  private var owners: [Objects] = []
  /// What must be cut in each order: references from an object to itself.
  private var always: Set<CutPlaces.Place> = []
  private let costs: [CutPlaces.Place: Cost]

  /// What must be cut of `cure`'s component `besides` other places, where only what is `noWorseThan` a rank can be.
  ///
  /// A place is as good as it is on the shortest cycle through a reference of the component, at best.
  ///
  /// `nil` where that is too much, or nothing cures.
  init?(
    _ cure: Cure, besides ignored: Set<CutPlaces.Place>, noWorseThan worst: SuspectChoice.Rank
  ) {
    let rest = cure.places.remainder(without: ignored)
    guard rest.graph.references.count <= Self.mostReferences else { return nil }
    var component: [HeapGraph.ObjectID: Int] = [:]
    for (index, strong) in rest.graph.stronglyConnectedComponents().enumerated() {
      for member in strong.members { component[member] = index }
    }
    let references = rest.graph.references.indices.filter {
      component[rest.graph.source(of: $0)] == component[rest.graph.target(of: $0)]
    }
    let ranks = Self.ranks(of: references, in: rest, by: cure).filter { $0.value <= worst }
    costs = ranks.mapValues { Cost(rawValue: Cost.place + $0.rawValue) }
    let arrows = references.map { reference in
      let place = cure.places.place(of: rest.origin(of: reference))
      return Arrow(
        source: rest.graph.source(of: reference), target: rest.graph.target(of: reference),
        place: ranks[place] == nil ? nil : place)
    }
    guard let joined = Arrow.joined(arrows) else { return nil }
    let objects = Set(joined.flatMap { [$0.source, $0.target] }).sorted()
    guard objects.count <= Self.mostObjects, place(joined, among: objects) else { return nil }
  }

  /// The places that the program can change, and how good they are.
  private static func ranks(
    of references: [HeapGraph.ReferenceID], in rest: CutPlaces.Remainder, by cure: Cure
  ) -> [CutPlaces.Place: SuspectChoice.Rank] {
    var ranks: [CutPlaces.Place: SuspectChoice.Rank] = [:]
    var known: Set<HeapGraph.ReferenceID> = []
    for reference in references where !known.contains(reference) {
      let back = ShortestPaths(from: [rest.graph.target(of: reference)], in: rest.graph)
        .path(to: rest.graph.source(of: reference))
      let cycle = ReferenceCycle(references: [reference] + back)
      known.formUnion(cycle.references)
      for step in cure.steps(of: rest.original(cycle))
      where cure.places.isPrograms(step.reference) {
        let place = cure.places.place(of: step.reference)
        ranks[place] = min(ranks[place] ?? step.rank, step.rank)
      }
    }
    return ranks
  }

  /// Notes what leads from each of `objects` to each; false where that is too much.
  private mutating func place(_ arrows: [Arrow], among objects: [Int]) -> Bool {
    count = objects.count
    own = Array(repeating: Array(repeating: [], count: count), count: count)
    shared = Array(repeating: Array(repeating: 0, count: count), count: count)
    fixed = Array(repeating: 0, count: count)
    always = Set(arrows.filter { $0.source == $0.target }.compactMap(\.place))
    var pairs: [CutPlaces.Place: Set<[Int]>] = [:]
    var numbers: [CutPlaces.Place: Int] = [:]
    let arrows = arrows.filter { arrow in
      arrow.source != arrow.target && arrow.place.map { !always.contains($0) } ?? true
    }
    for arrow in arrows {
      if let place = arrow.place { pairs[place, default: []].insert([arrow.source, arrow.target]) }
    }
    for arrow in arrows {
      let source = objects.firstIndex(of: arrow.source)!
      let target = objects.firstIndex(of: arrow.target)!
      guard let place = arrow.place else {
        fixed[source] |= 1 << target
        continue
      }
      if pairs[place]!.count == 1 {
        if !own[source][target].contains(place) { own[source][target].append(place) }
        continue
      }
      let number = numbers[place] ?? sharedPlaces.count
      if number == sharedPlaces.count {
        numbers[place] = number
        sharedPlaces.append(place)
        sharedCosts.append(costs[place]!.rawValue)
        owners.append(0)
      }
      guard number < Shared.bitWidth else { return false }
      owners[number] |= 1 << source
      shared[source][target] |= 1 << number
    }
    return true
  }
}

extension OrderSearch {
  /// What was found out.
  enum Answer {
    case places([CutPlaces.Place])
    case noneExist
    case tooMany
  }

  /// What some objects have cut that come first.
  private struct State {
    /// What is cut of the places that objects which come later have references at.
    var shared: Shared
    var cost: Cost
    /// The object that comes last, and the state before it.
    var last: Int
    var previous: Int
  }

  /// What leads back when an object comes after some others.
  private struct Back {
    var cost = Cost(rawValue: 0)
    var shared: Shared = 0
  }

  /// The smallest set of places that cures, and of several of one size one of the best places; none where there is none
  /// of fewer than `limit`.
  ///
  /// - Complexity: O(2^*n* · *n*) in the number of objects, times the orders of the same objects that each may be the cheapest.
  func fewest(below limit: Int) -> Answer {
    if always.count >= limit { return .noneExist }
    let backs = (0..<count).map(backs)
    let bounds = bounds(backs)
    let all = 1 << count - 1
    let mostCost = Cost(rawValue: limit * Cost.place)
    var states = [
      State(shared: 0, cost: cost(of: Array(always)), last: -1, previous: -1)
    ]
    var alike: [[Int]] = Array(repeating: [], count: all + 1)
    alike[0] = [0]
    for first in 0..<all {
      for index in alike[first] {
        for object in 0..<count where first & 1 << object == 0 && fixed[object] & first == 0 {
          let back = backs[object][first]
          let state = states[index]
          let objects = first | 1 << object
          guard bounds[objects].isFinite else { continue }
          let next = State(
            shared: (state.shared | back.shared) & placesOutside(objects),
            cost: state.cost + back.cost + cost(of: back.shared & ~state.shared),
            last: object, previous: index)
          let rest = bounds[objects] - saved(by: next.shared, after: objects)
          let least = Cost(
            rawValue: next.cost.rawValue + Int((rest - 1e-6).rounded(.up)) * Cost.place)
          if least >= mostCost { continue }
          if alike[objects].contains(where: { isCheaper(states[$0], than: next) }) { continue }
          alike[objects].removeAll { isCheaper(next, than: states[$0]) }
          alike[objects].append(states.count)
          states.append(next)
          if states.count > Self.mostStates { return .tooMany }
        }
      }
    }
    guard let last = alike[all].min(by: { states[$0].cost < states[$1].cost }) else {
      return .noneExist
    }
    return .places(sorted(cut(inOrderOf: states, endingWith: last)))
  }

  /// Whether `left` is no dearer than `right` when it has cut what that has cut as well.
  private func isCheaper(_ left: State, than right: State) -> Bool {
    left.cost + cost(of: right.shared & ~left.shared) <= right.cost
  }

  private func cut(
    inOrderOf states: [State], endingWith last: Int
  ) -> Set<CutPlaces.Place> {
    var order: [Int] = []
    var index = last
    while index > 0 {
      order.append(states[index].last)
      index = states[index].previous
    }
    order.reverse()
    var cut = always
    for (position, source) in order.enumerated() {
      for target in order[..<position] {
        cut.formUnion(own[source][target])
        cut.formUnion(places(of: shared[source][target]))
      }
    }
    return cut
  }

  private func sorted(_ places: Set<CutPlaces.Place>) -> [CutPlaces.Place] {
    places.sorted { $0.rawValue < $1.rawValue }
  }

  private func places(of shared: Shared) -> [CutPlaces.Place] {
    sharedPlaces.indices.filter { shared & 1 << $0 != 0 }.map { sharedPlaces[$0] }
  }

  private func cost(of places: [CutPlaces.Place]) -> Cost {
    places.reduce(Cost(rawValue: 0)) { $0 + costs[$1]! }
  }

  private func cost(of shared: Shared) -> Cost {
    var cost = 0
    var rest = shared
    while rest != 0 {
      cost += sharedCosts[rest.trailingZeroBitCount]
      rest &= rest - 1
    }
    return Cost(rawValue: cost)
  }

  /// What leads back from `object` when it comes after others, for each set of those.
  private func backs(of object: Int) -> [Back] {
    var backs = Array(repeating: Back(), count: 1 << count)
    for objects in 1..<backs.count {
      let target = objects.trailingZeroBitCount
      backs[objects] = backs[objects & (objects - 1)]
      backs[objects].cost = backs[objects].cost + cost(of: own[object][target])
      backs[objects].shared |= shared[object][target]
    }
    return backs
  }

  /// The places that objects besides these have references at.
  private func placesOutside(_ objects: Objects) -> Shared {
    owners.indices.reduce(0) { owners[$1] & ~objects == 0 ? $0 : $0 | 1 << Shared($1) }
  }

  /// How many places at least are cut after each set of objects has come first. Of a place that *k* objects have references at, each
  /// of them counts for one *k*th.
  private func bounds(_ backs: [[Back]]) -> [Double] {
    let all = 1 << count - 1
    let parts = owners.map { 1 / Double($0.nonzeroBitCount) }
    var bounds = Array(repeating: Double.infinity, count: all + 1)
    bounds[all] = 0
    for objects in (0..<all).reversed() {
      for object in 0..<count where objects & 1 << object == 0 && fixed[object] & objects == 0 {
        let back = backs[object][objects]
        let shared = parts.indices.reduce(0) {
          back.shared & 1 << Shared($1) == 0 ? $0 : $0 + parts[$1]
        }
        let number = Double(back.cost.rawValue / Cost.place)
        bounds[objects] = min(
          bounds[objects], number + shared + bounds[objects | 1 << object])
      }
    }
    return bounds
  }

  /// How much of a bound is no cost any more, where some places are cut already.
  private func saved(by shared: Shared, after objects: Objects) -> Double {
    if shared == 0 { return 0 }
    return owners.indices.reduce(0) { sum, number in
      guard shared & 1 << Shared(number) != 0 else { return sum }
      let later = (owners[number] & ~objects).nonzeroBitCount
      return sum + Double(later) / Double(owners[number].nonzeroBitCount)
    }
  }
}
