import Testing

/// Something else than a leak that fails a check, as the error that it records, for `withKnownIssue` and other handlers of issues to
/// match.
public struct LeakCheckFailure: Error, Sendable, Hashable {
  /// What is at fault.
  public enum Kind: Sendable, Hashable {
    /// The way in which the check is written or was called.
    case misuse
    /// An entry of the list of known leaks, whose test has ended without the leak.
    case goneLeak
    /// The list of known leaks, which cannot be read.
    case unreadableList
  }

  /// What is at fault.
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
