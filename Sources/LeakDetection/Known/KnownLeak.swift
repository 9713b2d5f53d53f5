import LeakDeciding
import LeakExplaining

/// A leak that a team has decided to live with for a while: an entry of its list.
package struct KnownLeak: Sendable, Hashable, Encodable {
  /// Of the report: eight hexadecimal digits.
  package var fingerprint: String
  /// The type of the object, as a report has it.
  package var type: String
  /// The reference to change, or the place that holds the object, for people.
  package var reference: String
  /// Why it is lived with.
  package var reason: String
  /// The day on which it was put on the list.
  package var since: String
  /// The last day on which it fails no test.
  package var until: String?
  /// The tests that show it, sorted. Each fails when it ends without the leak.
  package var tests: [String]
  /// Whether the tests need not show it each time.
  package var intermittent: Bool?

  /// What is to be filled in by who put the leak on the list.
  package static let missingReason = "(why?)"

  /// ``reason``, where somebody has filled it in.
  package var givenReason: String? { ["", Self.missingReason].contains(reason) ? nil : reason }

  package init(
    fingerprint: String, type: String, reference: String, reason: String, since: String,
    until: String?, tests: [String], intermittent: Bool? = nil
  ) {
    self.fingerprint = fingerprint
    self.type = type
    self.reference = reference
    self.reason = reason
    self.since = since
    self.until = until
    self.tests = tests
    self.intermittent = intermittent
  }

  /// An entry for `leak`, which `test` shows.
  package init(_ leak: Leak, in test: String?, since today: CalendarDay) {
    fingerprint = leak.fingerprint
    type = leak.typeName
    reference = leak.reference
    reason = Self.missingReason
    since = "\(today)"
    tests = test.map { [$0] } ?? []
  }
}
