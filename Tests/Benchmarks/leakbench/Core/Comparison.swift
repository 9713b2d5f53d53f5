/// Measurements of several contenders that took turns: A B C, B C A, C A B, …
///
/// What changes slowly on the machine, its clock rate or other people's work, meets all contenders of a round alike;
/// so ratios are formed round by round, and their median is told.
package struct Comparison: Sendable, Hashable {
  /// The measurements by round and contender.
  package let rounds: [[Double]]

  /// - Precondition: There is a round, and each has as many measurements.
  package init(rounds: [[Double]]) {
    precondition(!rounds.isEmpty && rounds.allSatisfy { $0.count == rounds[0].count })
    self.rounds = rounds
  }

  /// Calls `body` for each contender in each round. Every round begins with another one, so that none is always
  /// measured after the same.
  ///
  /// - Returns: What `body` returned, by round and contender.
  package static func interleave<Contender, Result>(
    _ contenders: [Contender], rounds: Int, _ body: (Contender) async throws -> Result
  ) async rethrows -> [[Result]] {
    var results: [[Result]] = []
    for round in 0..<rounds {
      var ofRound = [Result?](repeating: nil, count: contenders.count)
      for turn in contenders.indices {
        let contender = (turn + round) % contenders.count
        ofRound[contender] = try await body(contenders[contender])
      }
      results.append(ofRound.compactMap(\.self))
    }
    return results
  }

  /// Measures each contender in each round.
  package init<Contender>(
    of contenders: [Contender], rounds: Int, _ measure: (Contender) async throws -> Double
  ) async rethrows {
    self.init(
      rounds: try await Self.interleave(contenders, rounds: rounds, measure))
  }

  /// The median of what was measured of a contender.
  package func median(of contender: Int) -> Double {
    rounds.map { $0[contender] }.median
  }

  /// How many times as much as `baseline` the contender took: the median of the rounds' ratios.
  package func ratio(of contender: Int, to baseline: Int = 0) -> Double {
    ratios(of: contender, to: baseline).median
  }

  /// Between which ratios the contender's lies, by 19 of 20 such measurements, whatever they are distributed like: an order statistic
  /// for the median. All of the rounds' ratios where there are fewer than six.
  package func interval(of contender: Int, to baseline: Int = 0) -> ClosedRange<Double> {
    let sorted = ratios(of: contender, to: baseline).sorted()
    // How likely it is that no more than `left` rounds lie on one side of the median: each does or does not by even chances.
    var left = 0
    var chance = 1.0
    for _ in sorted { chance /= 2 }
    var tail = chance
    while true {
      chance *= Double(sorted.count - left) / Double(left + 1)
      guard tail + chance <= 0.025 else { break }
      tail += chance
      left += 1
    }
    return sorted[left]...sorted[sorted.count - 1 - left]
  }

  private func ratios(of contender: Int, to baseline: Int) -> [Double] {
    rounds.map { $0[contender] / $0[baseline] }
  }
}

extension [Double] {
  /// The value in the middle, or the mean of the two in the middle.
  ///
  /// - Precondition: There is one.
  /// - Complexity: O(*n* log *n*).
  package var median: Double {
    precondition(!isEmpty, "nothing was measured")
    let sorted = sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
