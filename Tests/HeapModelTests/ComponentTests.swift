import LeakHeapModel
import LeakTesting
import SeededRandom
import TestOrder
import Testing

@Suite(.afterOthers, .leakFree) struct ComponentTests {
  //   a ⇄ b → c → d ⟲
  private let graph = HeapGraph.build { heap in
    let a = heap.object("A")
    let b = heap.object("B")
    let c = heap.object("C")
    let d = heap.object("D")
    heap.refer(from: a, "b", to: b)
    heap.refer(from: b, "a", to: a, .knownLayout)
    heap.refer(from: b, "maybe", to: a, .conservative)
    heap.refer(from: b, "c", to: c)
    heap.refer(from: c, "d", to: d)
    heap.refer(from: d, "itself", to: d)
  }

  @Test func componentsComeAfterThoseTheyReferTo() {
    let components = graph.stronglyConnectedComponents()
    #expect(components.map(\.members) == [[3], [2], [0, 1]])
    #expect(components.map(\.containsCycle) == [true, false, true])
  }

  @Test func membershipIsKnown() {
    let component = graph.component(of: 1)
    #expect((0..<4).map(component.contains) == [true, true, false, false])
  }

  @Test func incomingReferencesAreCountedByHowSureTheyAre() {
    #expect(
      graph.incomingReferences(of: graph.component(of: 0)) == [
        0: IncomingReferences(sure: 1, conservative: 1), 1: IncomingReferences(sure: 1),
      ])
    #expect(
      graph.incomingReferences(of: graph.component(of: 3)) == [3: IncomingReferences(sure: 2)])
    #expect(
      graph.incomingReferences(of: graph.component(of: 2)) == [2: IncomingReferences(sure: 1)])
  }

  @Test(.slow) func aLongChainNeedsNoDeepStack() {
    //   0 → 1 → … → 199 999 → 0
    let count = 200_000
    let graph = HeapGraph(
      objects: Array(repeating: HeapObject(type: 0), count: count),
      references: (1...count).map { HeapReference(target: UInt32($0 % count), label: 0) },
      firstReference: (0...UInt32(count)).map { $0 },
      types: [HeapObjectType(kind: .instance, name: "Node")],
      labels: [ReferenceLabel(role: .property, path: "next")])
    #expect(graph.stronglyConnectedComponents().map(\.members.count) == [count])
    #expect(graph.shortestCycle(through: 7)?.references.count == count)
  }

  /// Without the guesses, and without what tasks refer to.
  @Test func cyclesWithoutWorkAgreeWithTheGraphWithoutIt() {
    var counts = [true: 0, false: 0]
    for seed in Rounds.seeds(1_000) {
      var generator = SplitMix64(seed: seed)
      let random = RandomGraph(objects: 8, using: &generator)
      let areTasks = random.types.map { _ in Int.random(in: 0..<4, using: &generator) == 0 }
      let graph = HeapGraph.build { heap in
        for isTask in areTasks {
          _ = heap.object(isTask ? "Task" : "Node", kind: isTask ? .task : .instance)
        }
        for arrow in random.references {
          heap.refer(from: arrow.source, arrow.label, to: arrow.target, arrow.confidence)
        }
      }
      let lasting = random.references.filter {
        $0.confidence != .conservative && !areTasks[$0.source]
      }
      let members = areTasks.indices.filter { _ in Bool.random(using: &generator) }
      // Whether one leads to another, by one more step in each round.
      var leads = Set(
        lasting.filter { members.contains($0.source) && members.contains($0.target) }
          .map { [$0.source, $0.target] })
      for _ in members {
        for first in leads {
          for second in leads where first[1] == second[0] {
            leads.insert([first[0], second[1]])
          }
        }
      }
      let expected = members.filter { leads.contains([$0, $0]) }
      counts[expected.isEmpty, default: 0] += 1
      #expect(
        graph.objectsOnCyclesWithoutWork(among: members).sorted() == expected, "seed \(seed)")
    }
    #expect(counts.values.allSatisfy { $0 > Rounds.of(50) })
  }

  @Test func randomGraphsAgreeWithTheTransitiveClosure() {
    for seed in Rounds.seeds(3_000) {
      var generator = SplitMix64(seed: seed)
      let random = RandomGraph(objects: 12, using: &generator)
      let graph = random.heap
      let distances = random.distances
      let all = graph.stronglyConnectedComponents()
      #expect(
        all.flatMap(\.members).sorted() == Array(random.types.indices), "seed \(seed)")
      for object in random.types.indices {
        let members = random.types.indices.filter {
          $0 == object || distances[object][$0] != nil && distances[$0][object] != nil
        }
        let component = graph.component(of: object)
        #expect(component.members == members, "seed \(seed), object \(object)")
        #expect(
          component.containsCycle == (distances[object][object] != nil),
          "seed \(seed), object \(object)")
        #expect(all.contains(component), "seed \(seed), object \(object)")
        #expect(
          members.allSatisfy(component.contains)
            && !component.contains(-1) && !component.contains(random.types.count),
          "seed \(seed), object \(object)")
      }
    }
  }

  @Test func randomGraphsHaveTheirIncomingReferencesCounted() {
    for seed in Rounds.seeds(500) {
      var generator = SplitMix64(seed: seed)
      let random = RandomGraph(objects: 8, using: &generator)
      let graph = random.heap
      for component in graph.stronglyConnectedComponents() {
        var expected: [Int: IncomingReferences] = [:]
        for member in component.members {
          let incoming = random.references.filter { $0.target == member }
          let conservative = incoming.count { $0.confidence == .conservative }
          expected[member] = IncomingReferences(
            sure: incoming.count - conservative, conservative: conservative)
        }
        #expect(graph.incomingReferences(of: component) == expected, "seed \(seed)")
      }
    }
  }

  @Test func randomGraphsHaveTheReferencesWithinComponentsCounted() {
    for seed in Rounds.seeds(500) {
      var generator = SplitMix64(seed: seed)
      let random = RandomGraph(objects: 8, using: &generator)
      let condensation = Condensation(random.heap)
      let expected = random.types.indices.map { object in
        let inner = random.references.filter {
          $0.target == object
            && condensation.component(of: $0.source) == condensation.component(of: object)
        }
        let conservative = inner.count { $0.confidence == .conservative }
        return IncomingReferences(
          sure: inner.count - conservative, conservative: conservative)
      }
      #expect(
        random.heap.referencesWithinComponents(condensation.component(of:)) == expected,
        "seed \(seed)")
    }
  }
}
