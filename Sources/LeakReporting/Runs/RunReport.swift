import LeakDetection

/// What the checks of one process have found: a file of `LEAK_TESTING_REPORTS`.
package struct RunReport: Sendable, Hashable, Codable {
  /// The form of the file.
  package static let schemaVersion = 1

  /// What a finding is to the ones who run the tests.
  package enum Standing: String, Sendable, Hashable, Codable {
    case new
    case known
    case expired
    /// Put on the list by that run.
    case recorded
  }

  /// One finding of one check.
  package struct Finding: Sendable, Hashable, Codable {
    /// The test, where that is known.
    package var test: String?
    package var standing: Standing
    /// Why it is lived with, where that is said; of what is expired, a sentence that says until when it was.
    package var reason: String?
    /// Whether it failed no test for another reason than its standing.
    package var isWarning: Bool
    package var leak: Leak

    package init(
      test: String?, standing: Standing, reason: String? = nil, isWarning: Bool = false, leak: Leak
    ) {
      self.test = test
      self.standing = standing
      self.reason = reason
      self.isWarning = isWarning
      self.leak = leak
    }
  }

  package var schemaVersion = Self.schemaVersion
  /// The number of the process.
  package var process: Int32
  /// The tests that were checked to their end, sorted.
  package var checkedTests: [String] = []
  /// The fingerprints of known leaks that these tests should show and that are not gone, whether a finding has the fingerprint or
  /// not, sorted. `nil` for none; reports of earlier versions have none.
  package var notGone: [String]?
  package var findings: [Finding] = []

  package init(process: Int32) { self.process = process }
}
