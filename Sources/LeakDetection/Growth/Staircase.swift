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

  /// Whether the instances climb over the whole window: there are more than after the warm-up in its middle, more
  /// again at its end, and the second half never comes back.
  ///
  /// One more in every second iteration is a climb. A cache that fills up and then stays is none when the
  /// warm-up, or the first half, fills it; nor is one that is emptied now and then.
  package var climbs: Bool {
    guard counts.count >= Self.fewestIterations else { return false }
    let middle = counts.count / 2
    let end = min(counts[counts.count - 1], settled)
    return counts[middle - 1] > baseline && end > counts[middle - 1]
      && counts[middle...].allSatisfy { $0 > baseline }
  }
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
