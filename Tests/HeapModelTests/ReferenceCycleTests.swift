import LeakHeapModel
import LeakTesting
import SeededRandom
import TestOrder
import Testing

@Suite(.afterOthers, .leakFree) struct ReferenceCycleTests {
  @Test func rotationEndsWithTheGivenReference() {
    let cycle = ReferenceCycle(references: [4, 7, 9])
    #expect(cycle.rotated(toEndWith: 4).references == [7, 9, 4])
    #expect(cycle.rotated(toEndWith: 7).references == [9, 4, 7])
    #expect(cycle.rotated(toEndWith: 9).references == [4, 7, 9])
    #expect(cycle.rotated(toEndWith: 5) == cycle)
  }

  @Test func canonicalRotationBeginsWithTheSmallestKeys() {
    //   a → (x) b → (y) c → (x) a: the two x lead to different types
    let graph = HeapGraph.build { heap in
      let a = heap.object("A")
      let b = heap.object("B")
      let c = heap.object("C")
      heap.refer(from: a, "x", to: b)
      heap.refer(from: b, "y", to: c)
      heap.refer(from: c, "x", to: a)
    }
    for object in 0..<3 {
      let cycle = graph.shortestCycle(through: object)?.canonicalRotation(in: graph)
      #expect(graph.spelling(of: cycle) == ["x: A", "x: B", "y: C"])
    }
  }

  @Test func randomSequencesAgreeWithBruteForce() {
    for seed in Rounds.seeds(20_000) {
      var generator = SplitMix64(seed: seed)
      let letters = Int.random(in: 1...3, using: &generator)
      let keys = (0..<Int.random(in: 1...10, using: &generator)).map { _ in
        Int.random(in: 0..<letters, using: &generator)
      }
      let least = keys.indices.min { left, right in
        Self.rotation(of: keys, by: left).lexicographicallyPrecedes(
          Self.rotation(of: keys, by: right))
      }
      #expect(ReferenceCycle.leastRotation(of: keys) == least, "seed \(seed): \(keys)")
    }
  }

  @Test func everyRotationOfARandomSequenceHasTheSameLeastOne() {
    for seed in Rounds.seeds(2_000) {
      var generator = SplitMix64(seed: seed)
      let keys = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        Int.random(in: 0...2, using: &generator)
      }
      let least = Self.rotation(of: keys, by: ReferenceCycle.leastRotation(of: keys))
      for start in keys.indices {
        let rotated = Self.rotation(of: keys, by: start)
        #expect(
          Self.rotation(of: rotated, by: ReferenceCycle.leastRotation(of: rotated)) == least,
          "seed \(seed), rotated by \(start)")
      }
    }
  }

  private static func rotation(of keys: [Int], by start: Int) -> [Int] {
    Array(keys[start...] + keys[..<start])
  }
}
