import LeakDetection
import Testing

/// A leak as the error that a failing check records, for `withKnownIssue` and other handlers of issues to match:
///
/// ```swift
/// withKnownIssue {
///   expectDeallocated { Player.playing() }
/// } matching: {
///   ($0.error as? LeakFailure)?.leak.fingerprint == "3cf25dca"
/// }
/// ```
public struct LeakFailure: Error, Sendable {
  /// What did not go, or went late.
  public let leak: LeakReport.Leak

  /// All that a failing test prints.
  let text: String

  /// Creates the failure that `leak` is.
  public init(_ leak: LeakReport.Leak) { self.init(leak, text: leak.report) }

  init(_ leak: Leak, text: String) {
    self.leak = leak
    self.text = text
  }
}

extension LeakFailure: CustomStringConvertible {
  /// The finding in one line: `Leak.headline`.
  public var description: String { leak.headline }
}

extension LeakFailure: CustomTestStringConvertible {
  /// The finding in one line, and the whole report below it.
  public var testDescription: String { text }
}
