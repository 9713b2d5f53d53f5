import Testing

/// That an issue was recorded where the test expects one, in `withKnownIssue`.
struct KnownIssue: Sendable, Hashable {
  /// Why it is expected, if that is said.
  var comment: String?
}

extension KnownIssue {
  /// `nil` where the test does not expect `issue`, or where this Swift Testing does not keep that as it is known to.
  ///
  /// Source: `Issue.knownIssueContext` in swift-testing's Issue.swift, which is for tools only: an optional structure with an optional
  /// comment. Before Swift 6.2 it was a flag.
  init?(_ issue: Issue) {
    guard let stored = Mirror(reflecting: issue).descendant("knownIssueContext"),
      let context = Mirror(reflecting: stored).children.first?.value
    else { return nil }
    self.init(comment: (Mirror(reflecting: context).descendant("comment") as? Comment)?.rawValue)
  }
}

extension Issue {
  /// Whether the test fails by it.
  var failsItsTest: Bool {
    #if compiler(>=6.3)
      isFailure
    #else
      KnownIssue(self) == nil
    #endif
  }
}
