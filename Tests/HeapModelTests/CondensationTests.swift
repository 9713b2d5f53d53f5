import LeakHeapModel
import LeakTesting
import SeededRandom
import TestOrder
import Testing

@Suite(.afterOthers, .leakFree) struct CondensationTests {
  //   a ⇄ b → c → d ⇄ e → f
  //           ╰→ g      ↗
  //                h ──╯
  private let graph = HeapGraph.build { heap in
    for type in "abcdefgh" { _ = heap.object(String(type)) }
    for (source, target) in [
      (0, 1), (1, 0), (1, 2), (2, 3), (3, 4), (4, 3), (4, 5), (2, 6), (7, 5),
    ] {
      heap.refer(from: source, "next", to: target)
    }
  }

  @Test func componentsComeAfterThoseThatTheyReferTo() {
    let condensation = Condensation(graph)
    for component in condensation.components.indices {
      #expect(condensation.successors(of: component).allSatisfy { $0 < component })
    }
    #expect(condensation.component(of: 0) == condensation.component(of: 1))
    #expect(condensation.component(of: 2) != condensation.component(of: 3))
  }

  @Test func eachHeadOwnsWhatItAloneKeeps() {
    let condensation = Condensation(graph)
    func owners(_ heads: HeapGraph.ObjectID...) -> [String] {
      let owners = Condensation.Part(condensation, reachedFrom: condensation.components.indices)
        .owners(among: Set(heads.map(condensation.component)))
      return (0..<8).map { object in
        owners[condensation.component(of: object)].map { owner in
          graph.type(of: condensation.components[owner].members[0]).name
        } ?? "-"
      }
    }
    #expect(owners(0) == ["a", "a", "a", "a", "a", "a", "a", "-"])
    #expect(owners(0, 7) == ["a", "a", "a", "a", "a", "-", "a", "h"])
    #expect(owners(0, 4) == ["a", "a", "a", "d", "d", "d", "a", "-"])
    #expect(owners() == ["-", "-", "-", "-", "-", "-", "-", "-"])
  }

  @Test func randomGraphsAgreeWithTheRemovalOfEachHead() {
    for seed in Rounds.seeds(2_000) {
      var generator = SplitMix64(seed: seed)
      let random = RandomGraph(objects: 12, using: &generator)
      let heads = random.types.indices.filter { _ in Bool.random(using: &generator) }
      let condensation = Condensation(random.heap)
      let components = Set(heads.map(condensation.component))
      let owners = Condensation.Part(condensation, reachedFrom: condensation.components.indices)
        .owners(among: components)
      let isReached = condensation.reached(from: components)
      let reachedByHand = random.reached(from: Set(heads), without: [])
      for object in random.types.indices {
        let component = condensation.component(of: object)
        #expect(isReached[component] == reachedByHand.contains(object), "seed \(seed)")
        let expected =
          components.contains(component)
          ? component
          : components.first { head in
            let without = Set(condensation.components[head].members)
            return reachedByHand.contains(object)
              && !random.reached(from: Set(heads).subtracting(without), without: without)
                .contains(object)
          }
        #expect(owners[component] == expected, "seed \(seed), object \(object)")
      }
    }
  }
}

extension RandomGraph {
  /// What is reached from `heads` when `removed` is not there.
  fileprivate func reached(from heads: Set<Int>, without removed: Set<Int>) -> Set<Int> {
    var reached = heads
    var next = Array(heads)
    while let source = next.popLast() {
      for reference in references
      where reference.source == source && !removed.contains(reference.target) {
        if reached.insert(reference.target).inserted { next.append(reference.target) }
      }
    }
    return reached
  }
}
