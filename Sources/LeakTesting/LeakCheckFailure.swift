import Testing

/// A failure of a check that is not a leak: the error that the check records, for `withKnownIssue` and other issue handlers to
/// match.
///
/// The check was written or called in a wrong way, the list of known leaks cannot be read, or the test of one of its entries has ended
/// without that leak.
public struct LeakCheckFailure: Error, Sendable, Hashable {
  /// What is wrong, and what to do.
  let text: String
}

extension LeakCheckFailure: CustomStringConvertible {
  /// The first line of the text.
  public var description: String {
    text.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? text
  }
}

extension LeakCheckFailure: CustomTestStringConvertible {
  /// What is wrong, and what to do: the whole text.
  public var testDescription: String { text }
}
