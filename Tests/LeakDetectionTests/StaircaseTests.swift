import LeakTesting
import Testing

@testable import LeakDetection
@testable import LeakExplaining

/// When the number of live instances counts as growth.
@Suite(.leakFree) struct StaircaseTests {
  private static func climbs(from baseline: Int = 2, _ counts: [Int], settled: Int? = nil) -> Bool {
    Staircase(
      typeName: "Shop.Cart", baseline: baseline, counts: counts, settled: settled ?? counts.last!
    ).climbs
  }

  @Test(arguments: [
    [3, 4, 5, 6, 7, 8, 9],  // in every iteration
    [2, 3, 3, 4, 4, 5, 5],  // in every second one
    [3, 3, 4, 4, 5, 5, 6],
    [2, 3, 3, 4], [3, 3, 4, 4],
    [4, 3, 5, 4, 6, 5, 7],  // with ups and downs
    [12, 22, 32, 42],
  ])
  func `What climbs over the window is growth`(counts: [Int]) {
    #expect(Self.climbs(counts))
  }

  @Test(arguments: [
    [2, 2, 2, 2, 2, 2, 2], [0, 0, 0, 0, 0, 0, 0], [3, 3, 3, 3, 3, 3, 3],
    [3, 4, 5, 5, 5, 5, 5],  // a cache that fills up
    [3, 4, 5, 6, 2, 3, 4],  // one that is emptied now and then
    [3, 2, 3, 2, 3, 2, 3], [1, 2, 2, 1, 2, 1, 2],
    [2, 2, 2, 2, 2, 2, 3],  // once, at the end
    [3, 3, 3, 3, 3, 3, 4],  // once at the beginning, and once at the end
    [3, 4, 5], [],  // too few to tell
  ])
  func `What comes back, or stays, is none`(counts: [Int]) {
    #expect(!Self.climbs(counts, settled: counts.last ?? 0))
  }

  @Test func `What goes after the last iteration did not grow`() {
    #expect(!Self.climbs([3, 4, 5, 6, 7, 8, 9], settled: 2))
    #expect(!Self.climbs([3, 4, 5, 6, 7, 8, 9], settled: 5))
    #expect(Self.climbs([3, 4, 5, 6, 7, 8, 9], settled: 6))
  }

  /// A leak in every second iteration is found whatever the number of iterations, and whichever comes first.
  @Test(arguments: 4...20, [0, 1]) func `Every second iteration counts`(
    iterations: Int, first: Int
  ) {
    #expect(Self.climbs(from: 0, (1...iterations).map { ($0 + first) / 2 }))
  }

  @Test func `A staircase is drawn`() {
    let stairs = Staircase(
      typeName: "Shop.Outer.Cart", baseline: 0, counts: [1, 1, 2, 2], settled: 2)
    #expect(
      stairs.description == """
        Outer.Cart grew from 0 to 2 live instances over 4 iterations.

          warm-up  0
                1  1 █
                2  1 █
                3  2 ██
                4  2 ██
        """)
    let wide = Staircase(
      typeName: "Shop.Cart", baseline: 10, counts: [30, 50, 75, 100], settled: 90)
    #expect(
      wide.description == """
        Cart grew from 10 to 90 live instances over 4 iterations.

          warm-up   10 ████
                1   30 ████████████
                2   50 ████████████████████
                3   75 ██████████████████████████████
                4  100 ████████████████████████████████████████
        """)
  }
}
