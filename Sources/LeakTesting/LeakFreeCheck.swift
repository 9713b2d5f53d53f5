import CLeakBase
import LeakDetection
import Synchronization

/// Runs code, and checks that all it allocates goes: what both frameworks' automatic checks share.
struct LeakFreeCheck: Sendable {
  /// How long the objects may take to go.
  var grace: Duration
  /// What is not reported.
  var ignored: [IgnoredLeak] = []
  /// Whether what globals and caches keep is told, as a warning.
  var notesCaches = false
  /// Whether what goes late within the grace is told, as a warning.
  var notesLate = false
  /// Whether what is possibly held for good fails the test, instead of being told as a warning.
  var failsUncertain = false
  /// Whether the scope owns what no scope allocated.
  var claimsUnattributed = false
  /// The line that the check stands in.
  var location: CodeLocation
  /// The function that the program has called.
  var entry: crt_call
  /// What a report calls the code.
  var label: String
  /// Where failures go.
  var report: @Sendable (CheckFailure) -> Void
}

extension LeakFreeCheck {
  /// Runs `body`, drops what it returns, and checks; blocks while there is something to wait for.
  ///
  /// An error of the body is rethrown, after the check.
  @available(*, noasync)
  func run<Result>(_ body: () throws -> Result) rethrows {
    guard LeakDetector.isEnabled else {
      _ = try body()
      return
    }
    let scope = open()
    do {
      try scope.runDropping(body)
    } catch {
      tell(scope.settle(question(lending: error)))
      throw error
    }
    tell(scope.settle(question()))
  }

  /// Runs `body`, drops what it returns, and checks; suspends while there is something to wait for.
  ///
  /// An error of the body is rethrown, after the check.
  func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows {
    guard LeakDetector.isEnabled else {
      _ = try await body()
      return
    }
    let scope = open()
    do {
      try await scope.runDropping(body)
    } catch {
      tell(await scope.settle(question(lending: error)))
      throw error
    }
    tell(await scope.settle(question()))
  }

  /// Opens the scope. Says so, once in a process, where only named objects can be checked.
  private func open() -> LeakFreeScope {
    if let obstacle = Self.takeObstacle(at: location) { report(obstacle) }
    return LeakFreeScope(label: label, claimsUnattributed: claimsUnattributed, entry: entry)
  }

  /// What is said where only named objects can be checked: once in a process, by the check that asks first.
  static func takeObstacle(at location: CodeLocation) -> CheckFailure? {
    guard let obstacle = LeakFreeScope.obstacle,
      !isObstacleTaken.exchange(true, ordering: .relaxed)
    else { return nil }
    return CheckFailure(
      text: "Automatic leak detection is off here because \(obstacle): only objects passed to "
        + "trackForLeaks(_:) are checked.",
      location: location, isWarning: true)
  }

  private static let isObstacleTaken = Atomic(false)

  /// What the scope is asked at its end. What an error in flight refers to is not leaked by that.
  func question(lending error: (any Error)? = nil) -> LeakFreeScope.Question {
    LeakFreeScope.Question(
      within: grace, ignoring: ignored.inForce,
      notingCaches: notesCaches,
      tellingLateHolders: notesLate, notingLate: notesLate, at: location,
      lenders: error.flatMap { TrackedLender($0) }.map { [$0] } ?? [])
  }

  /// Reports `findings`.
  func tell(_ findings: ScopeFindings) {
    failures(in: findings).tell(report)
  }

  /// What is to be reported of `findings`. What went late within the grace is well, and told where that was asked for.
  func failures(in findings: ScopeFindings) -> [CheckFailure] {
    var failures: [CheckFailure] = []
    for leak in findings.leaks {
      failures.append(CheckFailure(leak))
    }
    for leak in findings.uncertain {
      failures.append(CheckFailure(leak, isWarning: !failsUncertain))
    }
    for leak in findings.ofLibraries {
      failures.append(CheckFailure(ofLibrary: leak))
    }
    if notesLate {
      for leak in findings.late {
        failures.append(CheckFailure(leak, isWarning: true))
      }
    }
    if notesCaches {
      for leak in findings.kept {
        failures.append(
          CheckFailure(
            text: leak.cacheNote, location: leak.location, isWarning: true, leak: leak))
      }
    }
    return failures.admitted(ignoring: ignored, at: location)
  }
}

extension LeakFreeScope {
  /// Calls `body` in this scope, and drops what it returns.
  ///
  /// Not inlined: the optimizer may not move the release of the result behind the check that follows.
  @inline(never)
  fileprivate func runDropping<Result>(_ body: () throws -> Result) rethrows {
    _ = try run(body)
  }

  /// Calls `body` in this scope, and drops what it returns.
  @inline(never)
  fileprivate func runDropping<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows {
    _ = try await run(body)
  }
}
