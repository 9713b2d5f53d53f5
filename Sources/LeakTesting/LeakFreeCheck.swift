import CLeakBase
import LeakDetection
import Synchronization

/// Runs code, and checks that all it allocates goes: what both frameworks' automatic checks share.
struct LeakFreeCheck: Sendable {
  /// What the test has asked for.
  var request: CheckRequest
  /// What a report calls the code; `nil` where that is its line.
  var label: String?
  /// Whether the scope owns what no scope allocated.
  var claimsUnattributed = false
}

extension LeakFreeCheck {
  /// Runs `body`, drops what it returns, and checks; blocks while there is something to wait for.
  ///
  /// An error of the body is rethrown, after the check.
  @available(*, noasync)
  func run<Result>(_ body: () throws -> Result) rethrows -> LeakReport {
    guard LeakDetector.isEnabled else {
      _ = try body()
      return LeakReport(leaks: [])
    }
    guard let pool = makePool() else { return try check(body) }
    do {
      var report = try pool.run { try check(body) }
      report.leaks += conclude(pool)
      return report
    } catch {
      conclude(pool)
      throw error
    }
  }

  @available(*, noasync)
  private func check<Result>(_ body: () throws -> Result) rethrows -> LeakReport {
    let scope = open()
    do {
      try request.options.ignoring { try scope.runDropping(body) }
    } catch {
      let check = extended(by: scope)
      check.conclude(scope.settle(check.query(transientRoot: error)))
      throw error
    }
    let check = extended(by: scope)
    return check.conclude(scope.settle(check.query()))
  }

  /// Runs `body`, drops what it returns, and checks; suspends while there is something to wait for.
  ///
  /// An error of the body is rethrown, after the check.
  func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> LeakReport {
    guard LeakDetector.isEnabled else {
      _ = try await body()
      return LeakReport(leaks: [])
    }
    guard let pool = makePool() else { return try await check(body) }
    do {
      var report = try await pool.run { try await check(body) }
      report.leaks += conclude(pool)
      return report
    } catch {
      conclude(pool)
      throw error
    }
  }

  private func check<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> LeakReport {
    let scope = open()
    do {
      try await request.options.ignoring {
        _ = isolation
        try await scope.runDropping(isolation: isolation, body)
      }
    } catch {
      let check = extended(by: scope)
      check.conclude(await scope.settle(check.query(transientRoot: error)))
      throw error
    }
    let check = extended(by: scope)
    return check.conclude(await scope.settle(check.query()))
  }

  /// This check, and what was asked inside.
  func extended(by scope: LeakFreeScope) -> LeakFreeCheck {
    var check = self
    check.request = request.extended(by: scope.named)
    return check
  }

  /// Owns what cannot be told to be the body's, where that fails the test and nobody around looks for it.
  private func makePool() -> UnattributedPool? {
    if let around = LeakScope.nameOfCheckAround {
      Notice.nestedChecks.warn(
        "\(request.name) stands in the body of another \(around): what its own body allocates is "
          + "checked by itself, and not by the one around.", at: request.place)
    }
    guard request.options.failsUnattributed, !claimsUnattributed else { return nil }
    if let around = UnattributedPool.current {
      around.warnWhereItFailsNone(at: request.place)
      return nil
    }
    UnattributedPool.leaveOutOtherTests(of: "Testing")
    return UnattributedPool(label: label ?? request.place, failsTests: true)
  }

  /// Reports what belongs to no test for certain.
  ///
  /// - Returns: what is not known of it, and fails the test.
  @discardableResult
  private func conclude(_ pool: UnattributedPool) -> [Leak] {
    let failures = request.options.failures(of: pool, at: request.location)
    failures.send(to: request.report)
    return failures.filter { !$0.isWarning }.compactMap(\.leak)
  }

  /// Opens the scope. Says so, once in a process, where only named objects can be checked.
  private func open() -> LeakFreeScope {
    if let obstacle = Self.takeObstacle(at: request.location) { request.report(obstacle) }
    return LeakFreeScope(
      label: label, at: request.location, named: request.name,
      claimsUnattributed: claimsUnattributed, entry: request.entry)
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
  func query(transientRoot error: (any Error)? = nil) -> LeakFreeScope.Query {
    let options = request.options
    var query = LeakFreeScope.Query(
      within: options.grace, ignoring: options.allIgnored.inForce,
      notingCaches: options.notesCaches || options.failsCaches,
      reportingLateHolders: options.notesLate, notingLate: options.notesLate, at: request.location,
      transientRoots: error.flatMap { TransientRoot($0) }.map { [$0] } ?? [])
    // While a check inside asked for it, the scope did not have it.
    query.takesPooled = claimsUnattributed
    return query
  }

  /// Reports `findings`.
  ///
  /// - Returns: those that are not known.
  @discardableResult
  func conclude(_ findings: ScopeFindings) -> LeakReport {
    if findings.areNone {
      request.conclude([])
      return LeakReport(leaks: [])
    }
    let options = request.options
    let leaks = findings.leaks + findings.uncertain + (options.failsCaches ? findings.kept : [])
    return LeakReport(
      leaks: request.conclude(findings.failures(by: options), on: leaks),
      // That one was told before is no reason to leave it out.
      ofLibraries: findings.ofLibraries.filter {
        !LeakLedger.shared.isKnown($0, ignoring: options.allIgnored)
      }, late: findings.late)
  }
}

extension CheckOptions {
  /// What is to be reported of a scope at its end.
  ///
  /// - Parameter failsTests: Whether a test can fail by it.
  func failures(
    of findings: ScopeFindings, at location: CodeLocation, failsTests: Bool = true
  ) -> [CheckFailure] {
    findings.failures(by: self).admitted(by: self, at: location, failsTests: failsTests)
  }

  /// What is to be reported of a pool at its end.
  ///
  /// - Parameter namesTest: Whether the list has the test that runs, where this is recorded.
  func failures(
    of pool: UnattributedPool, at location: CodeLocation, namesTest: Bool = true
  ) -> [CheckFailure] {
    pool.findings(ignoring: allIgnored.inForce, at: location).map {
      CheckFailure(
        text: $0.report, location: $0.leak.location,
        isWarning: !(failsUnattributed && $0.isProven || $0.wasKept && $0.isFinal)
          || $0.leak.libraryLeak != nil,
        leak: $0.leak)
    }.admitted(by: self, at: location, namesTest: namesTest)
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

extension UnattributedPool {
  /// Says, once in a process, that a check inside asks in vain that what belongs to no test for certain fails it.
  func warnWhereItFailsNone(at place: String) {
    if failsTests { return }
    Notice.unattributedAround.warn(
      "failingUnattributed: true has no effect inside .leakFree: the outermost trait reports what cannot be attributed to a test. "
        + "Write it there.", at: place)
  }
}
