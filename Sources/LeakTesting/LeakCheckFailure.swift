import Testing

/// A failure of a check that is not a leak: the error that the check records, for `withKnownIssue` and other issue handlers to
/// match.
public struct LeakCheckFailure: Error, Sendable, Hashable {
  /// The cause of a failure.
  public enum Kind: Sendable, Hashable {
    /// The check is written or was called in a wrong way.
    case misuse
    /// The test of an entry in the list of known leaks has ended without that leak.
    case goneLeak
    /// The list of known leaks cannot be read.
    case unreadableList
  }

  /// The cause of the failure.
  public let kind: Kind

  /// What is wrong, and what to do.
  public let text: String
}

extension LeakCheckFailure: CustomStringConvertible {
  /// The first line of the text.
  public var description: String {
    text.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? text
  }
}

extension LeakCheckFailure: CustomTestStringConvertible {
  /// The whole text.
  public var testDescription: String { text }
}
