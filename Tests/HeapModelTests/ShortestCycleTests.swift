import LeakHeapModel
import LeakTesting
import SeededRandom
import TestOrder
import Testing

@Suite(.afterOthers, .leakFree) struct ShortestCycleTests {
  @Test func theShorterOfTwoCyclesIsFound() {
    //   a → b → c → a
    //       b ———→ a
    let graph = HeapGraph.build { heap in
      let a = heap.object("A")
      let b = heap.object("B")
      let c = heap.object("C")
      heap.refer(from: a, "b", to: b)
      heap.refer(from: b, "c", to: c)
      heap.refer(from: c, "a", to: a)
      heap.refer(from: b, "owner", to: a)
    }
    #expect(graph.spelling(of: graph.shortestCycle(through: 0)) == ["b: B", "owner: A"])
    #expect(graph.spelling(of: graph.shortestCycle(through: 2)) == ["a: A", "b: B", "c: C"])
  }

  @Test func anObjectOutsideEveryCycleHasNone() {
    //   a → b ⟲
    let graph = HeapGraph.build { heap in
      let a = heap.object("A")
      let b = heap.object("B")
      heap.refer(from: a, "b", to: b)
      heap.refer(from: b, "itself", to: b)
    }
    #expect(graph.shortestCycle(through: 0) == nil)
    #expect(graph.spelling(of: graph.shortestCycle(through: 1)) == ["itself: B"])
  }

  @Test func sureReferencesArePreferredToSmallerNames() {
    //   a → b → a by way of "a" (conservative) or "z" (exact)
    let graph = HeapGraph.build { heap in
      let a = heap.object("A")
      let b = heap.object("B")
      heap.refer(from: a, "a", to: b, .conservative)
      heap.refer(from: a, "z", to: b, .knownLayout)
      heap.refer(from: b, "owner", to: a)
    }
    #expect(graph.spelling(of: graph.shortestCycle(through: 0)) == ["z: B", "owner: A"])
  }

  @Test func aTieIsDecidedByALaterReference() {
    //   a → (first) b → (y) a
    //   a → (first) b → (x) a, another b
    let graph = HeapGraph.build { heap in
      let a = heap.object("A")
      let one = heap.object("B")
      let other = heap.object("B")
      heap.refer(from: a, "first", to: one)
      heap.refer(from: a, "first", to: other)
      heap.refer(from: one, "y", to: a)
      heap.refer(from: other, "x", to: a)
    }
    #expect(graph.spelling(of: graph.shortestCycle(through: 0)) == ["first: B", "x: A"])
  }

  @Test func randomGraphsAgreeWithExhaustiveSearch() {
    for seed in Rounds.seeds(4_000) {
      var generator = SplitMix64(seed: seed)
      let random = RandomGraph(objects: 6, using: &generator)
      let graph = random.heap
      for object in random.types.indices {
        let found = graph.shortestCycle(through: object)
        let best = ExhaustiveSearch(graph).bestCycle(through: object)
        #expect(
          found.map(graph.rank(of:)) == best.map(graph.rank(of:)), "seed \(seed), object \(object)")
        if let found {
          #expect(graph.isCycle(found, through: object), "seed \(seed), object \(object)")
        }
      }
    }
  }

  @Test func randomGraphsHaveTheLengthOfTheShortestWay() {
    for seed in Rounds.seeds(1_000) {
      var generator = SplitMix64(seed: seed)
      let random = RandomGraph(objects: 25, using: &generator)
      let graph = random.heap
      let distances = random.distances
      for object in random.types.indices {
        #expect(
          graph.shortestCycle(through: object)?.references.count == distances[object][object],
          "seed \(seed), object \(object)")
      }
    }
  }

  @Test func theOrderOfDiscoveryDoesNotMatter() {
    for seed in Rounds.seeds(2_000) {
      var generator = SplitMix64(seed: seed)
      let random = RandomGraph(objects: 10, using: &generator)
      let graph = random.heap
      let (other, numbers) = random.shuffled(using: &generator)
      let shuffled = other.heap
      for object in random.types.indices {
        #expect(
          graph.shortestCycle(through: object).map { $0.references.map(graph.key(of:)) }
            == shuffled.shortestCycle(through: numbers[object])
            .map { $0.references.map(shuffled.key(of:)) }, "seed \(seed), object \(object)")
      }
    }
  }
}

/// Every cycle through an object, up to the length at which the first ones are found.
private struct ExhaustiveSearch {
  let graph: HeapGraph

  init(_ graph: HeapGraph) {
    self.graph = graph
  }

  func bestCycle(through object: Int) -> ReferenceCycle? {
    for length in graph.objects.indices {
      let cycles = walks(from: object, to: object, length: length + 1)
      if !cycles.isEmpty {
        return cycles.map(ReferenceCycle.init(references:)).min {
          graph.rank(of: $0) < graph.rank(of: $1)
        }
      }
    }
    return nil
  }

  private func walks(from source: Int, to target: Int, length: Int) -> [[Int]] {
    if length == 0 { return source == target ? [[]] : [] }
    return graph.references(from: source).flatMap { reference in
      walks(from: graph.target(of: reference), to: target, length: length - 1)
        .map { [reference] + $0 }
    }
  }
}

/// What decides between cycles of the same length.
private struct Rank: Equatable, Comparable {
  var conservative: Int
  var keys: [ReferenceKey]

  static func < (left: Rank, right: Rank) -> Bool {
    if left.conservative != right.conservative { return left.conservative < right.conservative }
    return left.keys.lexicographicallyPrecedes(right.keys)
  }
}

extension HeapGraph {
  fileprivate func rank(of cycle: ReferenceCycle) -> Rank {
    Rank(
      conservative: cycle.references.count { references[$0].confidence == .conservative },
      keys: cycle.references.map(key(of:)))
  }

  fileprivate func isCycle(_ cycle: ReferenceCycle, through object: ObjectID) -> Bool {
    var position = object
    for reference in cycle.references {
      guard references(from: position).contains(reference) else { return false }
      position = target(of: reference)
    }
    return position == object
  }
}
