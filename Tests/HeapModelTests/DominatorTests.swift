import LeakHeapModel
import LeakTesting
import SeededRandom
import TestOrder
import Testing

@Suite(.afterOthers, .leakFree) struct DominatorTests {
  //        ╭→ b ─╮
  //   0 → a       → d → e     f → e
  //        ╰→ c ─╯
  private let graph = HeapGraph(
    objects: Array(repeating: HeapObject(type: 0), count: 7),
    references: [1, 2, 3, 4, 4, 5, 5].map { HeapReference(target: $0, label: 0) },
    firstReference: [0, 1, 3, 4, 5, 6, 6, 7],
    types: [HeapObjectType(kind: .instance, name: "Node")],
    labels: [ReferenceLabel(role: .property, path: "next")])

  @Test func whatTwoWaysLeadToIsDominatedByTheirCommonBeginning() {
    let tree = graph.dominatorTree()
    #expect((0..<7).map(tree.immediateDominator) == [nil, 0, 1, 1, 1, 4, nil])
  }

  @Test(.slow) func aLongListLinkedBothWaysNeedsNoDeepStack() {
    //   0 ⇄ 1 ⇄ … ⇄ 199 999
    let count = 200_000
    let pairs = (0..<count).flatMap { [$0 - 1, $0 + 1] }.filter { (0..<count).contains($0) }
    let graph = HeapGraph(
      objects: Array(repeating: HeapObject(type: 0), count: count),
      references: pairs.map { HeapReference(target: UInt32($0), label: 0) },
      firstReference: (0...count).map { UInt32(max(0, min(2 * $0 - 1, pairs.count))) },
      types: [HeapObjectType(kind: .instance, name: "Node")],
      labels: [ReferenceLabel(role: .property, path: "next")])
    let tree = graph.dominatorTree()
    #expect(
      (0..<count).allSatisfy {
        tree.immediateDominator(of: $0) == ($0 == 0 ? nil : $0 - 1)
      })
  }

  @Test func randomGraphsAgreeWithTheRemovalOfEachObject() {
    for seed in Rounds.seeds(4_000) {
      var generator = SplitMix64(seed: seed)
      let random = RandomGraph(objects: seed % 10 == 0 ? 30 : 10, using: &generator)
      let tree = random.heap.dominatorTree()
      let expected = Removal(random).immediateDominators
      #expect(random.types.indices.map(tree.immediateDominator) == expected, "seed \(seed)")
    }
  }
}

/// What goes with each object of a random graph, found by removing the object and looking what object 0
/// still reaches.
private struct Removal {
  /// The objects that go with each object, itself included; none for one that was not reached before.
  private let retained: [Set<Int>]

  init(_ graph: RandomGraph) {
    let reached = graph.reached(without: nil)
    retained = graph.types.indices.map { object in
      reached.contains(object) ? reached.subtracting(graph.reached(without: object)) : []
    }
  }

  /// Of the other objects that each one goes with, the one that goes with all the rest of them.
  var immediateDominators: [Int?] {
    retained.indices.map { object in
      retained.indices
        .filter { $0 != object && retained[$0].contains(object) }
        .min { retained[$0].count < retained[$1].count }
    }
  }
}

extension RandomGraph {
  /// What object 0 reaches when `removed` is not there.
  fileprivate func reached(without removed: Int?) -> Set<Int> {
    if removed == 0 { return [] }
    var reached: Set<Int> = [0]
    var next = [0]
    while let source = next.popLast() {
      for reference in references where reference.source == source && reference.target != removed {
        if reached.insert(reference.target).inserted { next.append(reference.target) }
      }
    }
    return reached
  }
}
