/// One line of the table.
package struct Measurement: Codable, Sendable, Hashable {
  /// What something is compared with.
  package struct Baseline: Codable, Sendable, Hashable {
    package var name: String
    package var value: Double
    /// The median of the rounds' ratios, which need not be the ratio of the medians.
    package var ratio: Double

    package init(name: String, value: Double, ratio: Double) {
      self.name = name
      self.value = value
      self.ratio = ratio
    }
  }

  package var name: String
  /// `ns`, `ms`, `bytes`, …; empty for a number of things.
  package var unit: String
  /// The median.
  package var value: Double
  package var baseline: Baseline?
  package var target: Target?

  package init(
    _ name: String, _ value: Double, unit: String, baseline: Baseline? = nil,
    target: Target? = nil
  ) {
    self.name = name
    self.unit = unit
    self.value = value
    self.baseline = baseline
    self.target = target
  }

  /// One contender of a comparison against the first, in the unit of its measurements.
  package init(
    _ name: String, _ comparison: Comparison, contender: Int = 1, unit: String, against: String,
    target: Target? = nil
  ) {
    self.init(
      name, comparison.median(of: contender), unit: unit,
      baseline: Baseline(
        name: against, value: comparison.median(of: 0), ratio: comparison.ratio(of: contender)),
      target: target)
  }

  /// How the measurement stands to its target, or `nil` without one.
  package var result: String? {
    switch target {
    case nil: nil
    case .ratio(let most): baseline.map { Target.verdict($0.ratio / most) }
    case .most(let most) where most == 0: value == 0 ? "met" : "missed by \(value.inTable)"
    case .most(let most): Target.verdict(value / most)
    case .least(let least): Target.verdict(least / value)
    }
  }
}

/// What a measurement should be. It is told beside what was measured, and asserts nothing.
package enum Target: Codable, Sendable, Hashable {
  /// At most so many times the baseline.
  case ratio(Double)
  /// At most so much, in the measurement's unit.
  case most(Double)
  /// At least so much, in the measurement's unit.
  case least(Double)

  /// `excess` is 1 where the target is just met, and more where it is missed. What the three digits of the table
  /// do not tell does not count.
  static func verdict(_ excess: Double) -> String {
    if excess < 1.005 { return "met" }
    return excess < 10
      ? "missed by \(((excess - 1) * 100).inTable) %" : "missed by \(excess.inTable) ×"
  }
}
