import LeakDetection
import Testing

/// The error that a check records for a leak, for `withKnownIssue` and other issue handlers to match:
///
/// ```swift
/// withKnownIssue {
///   expectDeallocated { Player.playing() }
/// } matching: {
///   ($0.error as? LeakFailure)?.leak.fingerprint == "3cf25dca"
/// }
/// ```
public struct LeakFailure: Error, Sendable {
  /// The object that was not deinitialized.
  public let leak: LeakReport.Leak

  /// All that a failing test prints.
  let text: String

  /// Creates a failure from `leak`.
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
