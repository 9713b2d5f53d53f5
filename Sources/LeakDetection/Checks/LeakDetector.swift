import CLeakBase
import Foundation
import LeakDeciding
import LeakExplaining
import LeakHeapReading

/// Checks that objects go, without any test framework.
///
/// ```swift
/// let report = await LeakDetector.detect { Player().play() }
/// for leak in report.leaks { print(leak) }
/// ```
///
/// Where nothing can wait, ``detectBlocking(within:ignoring:reportLate:fileID:filePath:line:column:_:)`` does the same.
public enum LeakDetector {
  /// Runs `body`, drops what it returns, and finds out what becomes of the objects.
  ///
  /// The objects are those that `body` allocates; the class instances in the result (itself, or inside optionals,
  /// tuples, structs, enum payloads and collections); and those that `body` passed to
  /// ``trackForLeaks(_:label:fileID:filePath:line:column:)``, which a report calls by their label. Of what was only
  /// allocated, what a global, a static or a cache keeps is not reported; what a Dispatch queue, a thread or a detached
  /// task allocates counts when an object of the body reaches it. Where ``obstacle`` is not `nil`, objects
  /// that were only allocated are not known. Nothing is waited for when they are gone at once, or when a retain cycle that nothing can break holds
  /// them.
  ///
  /// - Parameters:
  ///   - grace: how long all objects together may take to go. What goes within it is reported as late.
  ///   - ignored: What is not reported.
  ///   - reportLate: whether objects that `body` only allocated are reported as late, too. It costs a search of the process as
  ///     soon as one has stayed for a moment.
  ///   - isolation: The caller's actor.
  ///   - fileID: The file of the check, as `#fileID` gives it.
  ///   - filePath: The path of that file.
  ///   - line: The line of the check.
  ///   - column: The column of the check.
  ///   - body: makes the objects and uses them.
  /// - Returns: the objects that stayed, and apart from them those that went late. It is empty where the environment variable
  ///   `LEAK_TESTING` is `off`.
  /// - Throws: what `body` throws; then nothing is checked.
  @inline(never)
  public static func detect<Result>(
    within grace: Duration = .milliseconds(500), ignoring ignored: [IgnoredLeak] = [],
    reportLate: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column,
    _ body: () async throws -> Result
  ) async rethrows -> LeakReport {
    guard isEnabled else {
      _ = try await body()
      return LeakReport(leaks: [])
    }
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    sayObstacle()
    let scope = LeakFreeScope(
      label: fileID, claimsUnattributed: false, entry: crt_calling_async_function())
    try await scope.runTracking(body, at: location)
    let findings = await scope.settle(
      LeakFreeScope.Query(
        within: grace, ignoring: (ignored + IgnoredLeak.inherited).inForce,
        reportingLateHolders: true, notingLate: reportLate, at: location))
    return LeakReport(findings, ignoring: ignored, at: location)
  }

  // It has a name of its own: the statements at the top level of a file are no asynchronous function to the compiler, which would
  // take this one there, also after `await`.

  /// Runs `body`, drops what it returns, and finds out what becomes of the objects, blocking meanwhile.
  ///
  /// For functions that cannot wait. On the main thread the main run loop runs while there is something to wait for. On the main
  /// actor inside a task it cannot, and objects that stay there are reported as inconclusive: use
  /// ``detect(within:ignoring:reportLate:isolation:fileID:filePath:line:column:_:)``, which does otherwise the same.
  @available(*, noasync, message: "A task waits with LeakDetector.detect.")
  @inline(never)
  public static func detectBlocking<Result>(
    within grace: Duration = .milliseconds(500), ignoring ignored: [IgnoredLeak] = [],
    reportLate: Bool = false,
    fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ body: () throws -> Result
  ) rethrows -> LeakReport {
    guard isEnabled else {
      _ = try body()
      return LeakReport(leaks: [])
    }
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    sayObstacle()
    let scope = LeakFreeScope(
      label: fileID, claimsUnattributed: false, entry: crt_calling_function())
    try scope.runTracking(body, at: location)
    let findings = scope.settle(
      LeakFreeScope.Query(
        within: grace, ignoring: (ignored + IgnoredLeak.inherited).inForce,
        reportingLateHolders: true, notingLate: reportLate, at: location))
    return LeakReport(findings, ignoring: ignored, at: location)
  }

  /// Why objects that are only allocated are not known in this process, as a clause after "because", or `nil` when
  /// they are: the Swift runtime is linked statically, or a sanitizer watches the memory.
  public static var obstacle: String? { LeakFreeScope.obstacle }
}

extension LeakDetector {
  /// Whether leak checks do anything: not where the environment variable `LEAK_TESTING` is `off`, which is
  /// said once on standard error.
  package static var isEnabled: Bool {
    if !isSwitchedOff { return true }
    Notice.switchedOff.say("LEAK_TESTING=off: leak checks are switched off.")
    return false
  }

  /// Says once on standard error that, and why, objects that are only allocated are not known.
  private static func sayObstacle() {
    guard let obstacle else { return }
    Notice.namedObjectsOnly.say(
      "Automatic leak detection is off here because \(obstacle): only objects that are returned or passed to "
        + "trackForLeaks(_:) are checked.")
  }

  private static let isSwitchedOff: Bool = {
    let setting = ProcessInfo.processInfo.environment["LEAK_TESTING"]?.lowercased() ?? ""
    if !["", "off", "all"].contains(setting) {
      Notice.unknownSetting.warn("LEAK_TESTING=\(setting): this is to be off or all.")
    }
    return setting == "off"
  }()
}
