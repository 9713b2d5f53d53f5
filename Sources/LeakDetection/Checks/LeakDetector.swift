import CLeakBase
import LeakDeciding
import LeakExplaining
import LeakHeapReading

/// Checks that objects are deinitialized, without any test framework.
///
/// ```swift
/// let report = await LeakDetector.detect { Player().play() }
/// for leak in report.leaks { print(leak) }
/// ```
///
/// For code that cannot suspend, ``detectBlocking(within:ignoring:reportLate:fileID:filePath:line:column:_:)`` does the same.
public enum LeakDetector {
  /// Runs `body`, drops its result, and reports the objects that are not deinitialized.
  ///
  /// The check covers the objects that `body` allocates; the class instances in the result (itself, or inside optionals,
  /// tuples, structs, enum payloads and collections); and those that `body` passed to
  /// ``trackForLeaks(_:label:fileID:filePath:line:column:)``, which a report calls by their label. An object that was only
  /// allocated is not reported if a global, a static or a cache keeps it; one that a Dispatch queue, a thread or a detached
  /// task allocates counts if an object of the body reaches it. If ``obstacle`` is not `nil`, objects
  /// that were only allocated are not known. The check does not wait if all objects are gone at once, or if a retain cycle that
  /// nothing can break holds them.
  ///
  /// - Parameters:
  ///   - grace: how long all objects together may take to be deinitialized. Objects that use this time are reported as late.
  ///   - ignored: the leaks that are not reported.
  ///   - reportLate: whether objects that `body` only allocated are reported as late, too. This costs a search of the process as
  ///     soon as one has stayed alive for a moment.
  ///   - isolation: The caller's actor.
  ///   - fileID: The file of the check, as `#fileID` gives it.
  ///   - filePath: The path of that file.
  ///   - line: The line of the check.
  ///   - column: The column of the check.
  ///   - body: makes the objects and uses them.
  /// - Returns: a report of the objects that stayed alive and, separately, of those that were late. It is empty if the environment
  ///   variable `LEAK_TESTING` is `off`.
  /// - Throws: the error that `body` throws; nothing is checked in this case, but by a check around this one.
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
    do {
      try await scope.runTracking(body, at: location)
    } catch {
      scope.allocations?.leaveToScopeAround()
      throw error
    }
    let wishes = wishes(of: scope, within: grace, ignoring: ignored, reportLate: reportLate)
    let findings = await scope.settle(query(wishes, at: location))
    return LeakReport(findings, ignoring: wishes.ignored, within: grace, at: location)
  }

  // It has a name of its own: the statements at the top level of a file are no asynchronous function to the compiler, which would
  // take this one there, also after `await`.

  /// Runs `body`, drops its result, and reports the objects that are not deinitialized, blocking while it waits.
  ///
  /// For functions that cannot suspend. On the main thread, the check runs the main run loop while it waits. On the main
  /// actor inside a task it cannot do so, and objects that stay alive are reported as inconclusive: there, use
  /// ``detect(within:ignoring:reportLate:isolation:fileID:filePath:line:column:_:)``, which otherwise does the same.
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
    do {
      try scope.runTracking(body, at: location)
    } catch {
      scope.allocations?.leaveToScopeAround()
      throw error
    }
    let wishes = wishes(of: scope, within: grace, ignoring: ignored, reportLate: reportLate)
    let findings = scope.settle(query(wishes, at: location))
    return LeakReport(findings, ignoring: wishes.ignored, within: grace, at: location)
  }

  /// What is asked of a check: by itself, and by who tracks an object in it.
  private static func wishes(
    of scope: LeakFreeScope, within grace: Duration, ignoring ignored: [IgnoredLeak],
    reportLate: Bool
  ) -> LeakScope.Wishes {
    var wishes = LeakScope.Wishes()
    wishes.grace = grace
    wishes.ignored = ignored
    wishes.notesLate = reportLate
    wishes.add(scope.named.wishes)
    return wishes
  }

  private static func query(
    _ wishes: LeakScope.Wishes, at location: CodeLocation
  ) -> LeakFreeScope.Query {
    LeakFreeScope.Query(
      within: wishes.grace, ignoring: (wishes.ignored + IgnoredLeak.inherited).inForce,
      reportingLateHolders: true, notingLate: wishes.notesLate, at: location)
  }

  /// Why objects that are only allocated cannot be checked in this process, as a clause after "because", or `nil` if
  /// they can: for example, the Swift runtime is linked statically, or a sanitizer watches the memory.
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
    Notice.namedObjectsOnly.warn(
      "Automatic leak detection is off here because \(obstacle): only objects that are returned or passed to "
        + "trackForLeaks(_:) are checked.")
  }

  private static let isSwitchedOff: Bool = {
    let setting = ProcessSetting.read()
    DebuggerStop.readSetting()
    return setting == .off
  }()
}
