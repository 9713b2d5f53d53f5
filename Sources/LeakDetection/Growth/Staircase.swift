import LeakHeapModel

/// How many instances of one type lived after each of several iterations of the same work.
package struct Staircase: Sendable, Hashable {
  /// The fewest iterations that tell a climb from a step.
  package static let fewestIterations = 4

  /// The type's name with its module.
  package var typeName: String

  /// The instances that lived after the warm-up.
  package var baseline: Int

  /// The instances that lived after each iteration.
  package var counts: [Int]

  /// The instances that still lived when there was no more time for them to go.
  package var settled: Int

  package init(typeName: String, baseline: Int, counts: [Int], settled: Int) {
    self.typeName = typeName
    self.baseline = baseline
    self.counts = counts
    self.settled = settled
  }

  /// Whether the instances climb over the whole window: at the end of each third of it, or of each half of a short one, there are more
  /// than before, and the second half never comes back to what lived after the warm-up.
  ///
  /// One more in every second iteration is a climb. A cache that fills up and then stays is none when the
  /// warm-up, or the first third, fills it; nor is one that is emptied now and then, nor what comes once early and once late.
  package var climbs: Bool {
    guard counts.count >= Self.fewestIterations else { return false }
    let parts = counts.count < Self.fewestOfThirds ? 2 : 3
    let ends = (1...parts).map { counts[counts.count * $0 / parts - 1] }
    let middle = counts.count / 2
    return zip([baseline] + ends, ends).allSatisfy { $0 < $1 } && settled > counts[middle - 1]
      && counts[middle...].allSatisfy { $0 > baseline }
  }

  /// A third of fewer is one iteration, which an increase in every second one may leave out.
  private static let fewestOfThirds = 6
}

extension Staircase: CustomStringConvertible {
  /// The widest bar, in characters.
  private static let widestBar = 40

  /// One line that says it, and a bar for each iteration.
  package var description: String {
    """
    \(TypeName(typeName).short) grew from \(baseline) to \(counted(settled, "live instance")) over \
    \(counts.count) iterations.

    \(bars)
    """
  }

  private var bars: String {
    let most = max(baseline, counts.max() ?? 0)
    let numberWidth = "\(most)".count
    let rows = [("warm-up", baseline)] + counts.enumerated().map { ("\($0 + 1)", $1) }
    return rows.map { title, count in
      let length = most > Self.widestBar ? (count * Self.widestBar + most - 1) / most : count
      let number = "\(count)".leftPadded(to: numberWidth)
      let bar = String(repeating: "█", count: length)
      return "  \(title.leftPadded(to: 7))  \(number)\(bar.isEmpty ? "" : " " + bar)"
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
