import Foundation

/// Checks that objects go, without any test framework.
///
/// ```swift
/// let report = await LeakDetector.detect { Player() }
/// for leak in report.leaks { print(leak) }
/// ```
public enum LeakDetector {
  /// Runs `body`, drops what it returns, and finds out what becomes of the objects.
  ///
  /// The objects are the class instances in the result (itself, or inside optionals, tuples, structs, enum
  /// payloads and collections) and those that `body` passed to ``trackForLeaks(_:label:fileID:filePath:line:column:)``.
  /// Nothing is waited for when they are gone at once, or when a retain cycle that nothing can break holds
  /// them.
  ///
  /// - Parameters:
  ///   - grace: how long all objects together may take to go. What goes within it is reported as late.
  ///   - isolation: The caller's actor.
  ///   - fileID: The file of the check, as `#fileID` gives it.
  ///   - filePath: The path of that file.
  ///   - line: The line of the check.
  ///   - column: The column of the check.
  ///   - body: makes the objects and uses them.
  /// - Returns: the objects that stayed and those that went late. It is empty where the environment variable
  ///   `LEAK_TESTING` is `off`.
  /// - Throws: what `body` throws; then nothing is checked.
  public static func detect<Result>(
    within grace: Duration = .milliseconds(500), isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ body: () async throws -> Result
  ) async rethrows -> LeakReport {
    guard isEnabled else {
      _ = try await body()
      return LeakReport(leaks: [])
    }
    let scope = LeakScope()
    try await scope.trackResult(
      of: body,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    let objects = scope.tracked
    return LeakReport(
      on: objects, verdicts: await LeakCheck.verdicts(on: objects, within: grace))
  }

  /// Runs `body`, drops what it returns, and finds out what becomes of the objects, blocking meanwhile.
  ///
  /// On the main thread the main run loop runs while there is something to wait for. On the main actor inside
  /// a task it cannot, and objects that stay there are reported as inconclusive: use the asynchronous form.
  /// Otherwise as the asynchronous form.
  @available(*, noasync)
  @_disfavoredOverload
  public static func detect<Result>(
    within grace: Duration = .milliseconds(500), fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ body: () throws -> Result
  ) rethrows -> LeakReport {
    guard isEnabled else {
      _ = try body()
      return LeakReport(leaks: [])
    }
    let scope = LeakScope()
    try scope.trackResult(
      of: body,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    let objects = scope.tracked
    return LeakReport(on: objects, verdicts: LeakCheck.verdicts(on: objects, within: grace))
  }
}

extension LeakDetector {
  /// Whether leak checks do anything: not where the environment variable `LEAK_TESTING` is `off`, which is
  /// said once on standard error.
  package static var isEnabled: Bool {
    if !isSwitchedOff { return true }
    Complaint.switchedOff.tell("LEAK_TESTING=off: leak checks are switched off.")
    return false
  }

  private static let isSwitchedOff =
    ProcessInfo.processInfo.environment["LEAK_TESTING"]?.lowercased() == "off"
}
