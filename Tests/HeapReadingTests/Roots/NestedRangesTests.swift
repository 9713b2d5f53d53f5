import SeededRandom
import TestOrder
import Testing

@testable import LeakHeapRoots

/// Which of many ranges an address is in.
@Suite struct NestedRangesTests {
  @Test func `The innermost one is found`() {
    for seed in Rounds.seeds(200) {
      var generator = SplitMix64(seed: seed)
      let ranges = Self.nested(in: 0..<400, depth: 4, by: &generator).shuffled(using: &generator)
      let found = NestedRanges(ranges)
      for address in 0..<410 as Range<UInt> {
        let innermost = ranges.filter { $0.contains(address) }.min { $0.count < $1.count }
        #expect(found.innermost(containing: address).map { ranges[$0] } == innermost)
      }
    }
  }

  /// Ranges in one another, with room between them.
  private static func nested(
    in outer: Range<UInt>, depth: Int, by generator: inout SplitMix64
  ) -> [Range<UInt>] {
    guard depth > 0, outer.count > 8 else { return [outer] }
    var ranges = [outer]
    var start = outer.lowerBound
    while start + 4 < outer.upperBound {
      let first = start + .random(in: 1...3, using: &generator)
      let end = UInt.random(in: first...min(first + 90, outer.upperBound - 1), using: &generator)
      if end > first { ranges += nested(in: first..<end, depth: depth - 1, by: &generator) }
      start = end + 1
    }
    return ranges
  }

  /// Behind as many as a process has tasks, none is looked for one by one.
  @Test(.timeLimit(.minutes(1))) func `What is in none is known at once`() {
    let count: UInt = 100_000
    let ranges = NestedRanges((0..<count).map { $0 * 32..<$0 * 32 + 16 })
    let found = (0..<count).filter { ranges.innermost(containing: $0 * 32 + 24) != nil }
    #expect(found == [])
    #expect(ranges.innermost(containing: 32 * 7 + 15) == 7)
  }
}
