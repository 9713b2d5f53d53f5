import LeakDetection

/// What became of one variant, compared with what was expected.
package struct VariantResult: Sendable, Hashable {
  /// The variant's name in the catalogue: `chapter/case/variant`.
  package var id: String
  package var expectation: Variant.Expectation
  package var outcome: Outcome
  /// The fingerprint of the report; `nil` where there is none, as the object went in time.
  package var fingerprint: String?
  /// The finding; `nil` where the variant was not observed in this process.
  package var leak: Leak?
  /// What does not match, as one sentence; `nil` when everything does.
  package var failure: String?
  /// The plain values that the object had when it was used, in lines; `nil` where they were not asked
  /// for, or the object was to go.
  package var values: [String]?
  /// How long it took to make, observe and sever the variant.
  package var duration: Duration

  package init(
    id: String, expectation: Variant.Expectation, outcome: Outcome, failure: String? = nil,
    duration: Duration
  ) {
    self.id = id
    self.expectation = expectation
    self.outcome = outcome
    self.failure = failure
    self.duration = duration
  }

  /// Whether everything that was observed matches what was expected.
  package var passed: Bool { failure == nil }
}
