import Testing
import leakbench

@Suite struct ComparisonTests {
  @Test(
    arguments: [
      ([3], 3), ([4, 1], 2.5), ([9, 1, 5], 5), ([1, 2, 100, 3], 2.5), ([2, 2, 2, 9, 1], 2),
    ] as [([Double], Double)])
  func medianIsInTheMiddle(values: [Double], median: Double) {
    #expect(values.median == median)
  }

  /// What one contender is measured as never depends on its place in a round alone.
  @Test func contendersTakeTurnsAtBeingFirst() async {
    var order: [String] = []
    let results = await Comparison.interleave(["A", "B", "C"], rounds: 4) { contender in
      order.append(contender)
      return "\(contender)\(order.count)"
    }
    #expect(order.joined() == "ABCBCACABABC")
    let expected = [
      ["A1", "B2", "C3"], ["A6", "B4", "C5"], ["A8", "B9", "C7"], ["A10", "B11", "C12"],
    ]
    #expect(results == expected)
  }

  @Test func errorsEndTheRounds() async {
    struct Refusal: Error {}
    var calls = 0
    await #expect(throws: Refusal.self) {
      _ = try await Comparison(of: [1, 2], rounds: 3) { _ in
        calls += 1
        if calls == 3 { throw Refusal() }
        return 1
      }
    }
    #expect(calls == 3)
  }

  /// A machine that is three times slower for a while changes medians, and not the ratio.
  @Test func ratiosAreOfTheSameRound() {
    let comparison = Comparison(rounds: [[1, 2], [3, 6], [1, 2], [3, 6], [3, 6]])
    #expect(comparison.median(of: 0) == 3)
    #expect(comparison.median(of: 1) == 6)
    #expect(comparison.ratio(of: 1) == 2)
    #expect(comparison.ratio(of: 0, to: 1) == 0.5)
  }

  /// The ranks are those of tables of the sign test: 2 of 10 and 4 of 15 rounds for 95 %.
  @Test(arguments: [
    (10, 1.1...1.8), (15, 1.3...2.1), (6, 1.0...1.5), (5, 1.0...1.4), (1, 1.0...1.0),
  ])
  func theIntervalIsThatOfTheMedian(rounds: Int, interval: ClosedRange<Double>) {
    let ratios = (0..<rounds).map { 1 + Double($0) / 10 }.reversed()
    let comparison = Comparison(rounds: ratios.map { [10, 10 * $0] })
    let found = comparison.interval(of: 1)
    #expect(abs(found.lowerBound - interval.lowerBound) < 1e-9, "\(found)")
    #expect(abs(found.upperBound - interval.upperBound) < 1e-9, "\(found)")
  }

  /// The ratio of the medians would be 1 here.
  @Test func oneRoundOffDoesNotMatter() {
    let comparison = Comparison(rounds: [[2, 3], [4, 6], [100, 4]])
    #expect(comparison.ratio(of: 1) == 1.5)
    #expect(comparison.median(of: 1) / comparison.median(of: 0) == 1)
  }
}

@Suite struct GrowthTests {
  @Test(
    arguments: [
      ([5, 5, 5], 0), ([0.001, 0.01, 0.1], 1), ([3, 300, 30_000], 2), ([7, 0.7, 0.07], -1),
    ] as [([Double], Double)])
  func exponentIsThePower(values: [Double], power: Double) throws {
    let growth = Growth(sizes: [1000, 10_000, 100_000], values: values)
    #expect(abs(try #require(growth.exponent) - power) < 1e-9)
  }

  /// The logarithms are 1, 2, 3 and 0, 2, 2: their distances from the means give (1 × 4/3 + 1 × 2/3) / 2.
  @Test func exponentIsTheSlopeThatFitsBest() throws {
    let growth = Growth(sizes: [10, 100, 1000], values: [1, 100, 100])
    #expect(abs(try #require(growth.exponent) - 1) < 1e-9)
  }

  @Test func oneSizeHasNoExponent() {
    #expect(Growth(sizes: [1000], values: [3]).exponent == nil)
    #expect(Growth(sizes: [], values: []).exponent == nil)
  }

  @Test func smallSizesCanBeLeftOut() {
    let growth = Growth(sizes: [10, 100, 1000], values: [7, 1, 10])
    #expect(growth.from(100) == Growth(sizes: [100, 1000], values: [1, 10]))
  }
}
