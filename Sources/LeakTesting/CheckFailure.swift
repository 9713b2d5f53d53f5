/// What a check tells the test framework.
struct CheckFailure: Sendable, Hashable {
  /// The whole text.
  var text: String
  /// The line that fails.
  var location: CodeLocation
  /// Whether the test passes all the same.
  var isWarning = false
}
