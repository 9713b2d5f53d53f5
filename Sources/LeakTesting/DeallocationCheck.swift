import LeakDetection

/// Makes objects, uses them, drops them, and checks that they go: what both frameworks' checks share.
///
/// An object is checked when the body returns it, alone or inside optionals, collections, tuples and values,
/// or when `trackForLeaks` was called with it while the check's scope was the innermost one.
struct DeallocationCheck {
  /// What the test has asked for.
  let request: CheckRequest
}

extension DeallocationCheck {
  /// Runs `body` and `use` in a scope, blocking while there is something to wait for.
  ///
  /// An error of either is rethrown, after the check of what was tracked until then.
  @available(*, noasync)
  func run<Result>(
    _ body: () throws -> Result, after use: (Result) throws -> Void
  ) rethrows -> LeakReport {
    let scope = LeakScope(request.entry)
    do {
      try play(body, after: use, in: scope)
    } catch {
      settle(scope, threw: true, after: TransientRoot(error))
      throw error
    }
    return settle(scope, threw: false)
  }

  /// Runs `body` and `use` in a scope, suspending while there is something to wait for.
  ///
  /// An error of either is rethrown, after the check of what was tracked until then.
  func run<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result, after use: (Result) async throws -> Void
  ) async rethrows -> LeakReport {
    let scope = LeakScope(request.entry)
    do {
      try await play(body, after: use, in: scope)
    } catch {
      await settle(scope, threw: true, after: TransientRoot(error))
      throw error
    }
    return await settle(scope, threw: false)
  }

  /// Runs `body` in a scope, blocking while there is something to wait for.
  ///
  /// Its error is rethrown, after the check of what was tracked until then.
  @available(*, noasync)
  func run<Result>(_ body: () throws -> Result) rethrows -> LeakReport {
    let scope = LeakScope(request.entry)
    do {
      try play(body, in: scope)
    } catch {
      settle(scope, threw: true, after: TransientRoot(error))
      throw error
    }
    return settle(scope, threw: false)
  }

  /// Makes the result and drops it. Not inlined, as below.
  @inline(never)
  private func play<Result>(_ body: () throws -> Result, in scope: LeakScope) rethrows {
    try request.options.ignoring {
      try scope.open {
        track(instancesIn: try scope.call(body), in: scope)
      }
    }
  }

  /// Makes the result, uses it and drops it.
  ///
  /// Not inlined: the optimizer may not move the release of the result behind the check that follows.
  @inline(never)
  private func play<Result>(
    _ body: () throws -> Result, after use: (Result) throws -> Void, in scope: LeakScope
  ) rethrows {
    try request.options.ignoring {
      try scope.open {
        let result = try scope.call(body)
        track(instancesIn: result, in: scope)
        try scope.call(use, with: result)
      }
    }
  }

  /// Makes the result, uses it and drops it.
  @inline(never)
  private func play<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result, after use: (Result) async throws -> Void,
    in scope: LeakScope
  ) async rethrows {
    try await request.options.ignoring {
      try await scope.open {
        let result = try await scope.call(isolation: isolation, body)
        track(instancesIn: result, in: scope)
        try await scope.call(isolation: isolation) { try await use(result) }
      }
    }
  }
}

extension DeallocationCheck {
  /// Reports a scenario that was not played to its end. Where checks are switched off it is played all the same: the test may go on
  /// with what it does.
  func report(_ error: ScenarioError) {
    guard LeakDetector.isEnabled else { return }
    request.report(CheckFailure(text: error.text, location: request.location))
  }

  /// Adds the objects that `result` refers to to what `scope` tracks.
  func track<Result>(instancesIn result: borrowing Result, in scope: LeakScope) {
    guard LeakDetector.isEnabled else { return }
    scope.track(instancesIn: result, at: request.location)
  }

  /// Checks what `scope` tracks, blocking while there is something to wait for.
  ///
  /// - Parameter thrown: The error of the body, of which the caller has the only copy. What only that keeps goes with it.
  @available(*, noasync)
  @discardableResult
  func settle(
    _ scope: LeakScope, threw: Bool, after thrown: TransientRoot? = nil
  ) -> LeakReport {
    guard LeakDetector.isEnabled else { return LeakReport(leaks: []) }
    if scope.closeIfAllAreGone() { return concludeWell() }
    let objects = scope.close()
    reportEmptiness(of: objects, threw: threw)
    let check = extended(by: scope)
    return check.conclude(
      LeakCheck.answers(
        on: objects, within: check.request.options.grace,
        reportsLateHolders: check.request.options.notesLate, thrown: thrown, for: scope.caller),
      on: objects)
  }

  /// Checks what `scope` tracks, suspending while there is something to wait for.
  ///
  /// - Parameter thrown: The error of the body, of which the caller has the only copy. What only that keeps goes with it.
  @discardableResult
  func settle(
    _ scope: LeakScope, threw: Bool, after thrown: TransientRoot? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) async -> LeakReport {
    guard LeakDetector.isEnabled else { return LeakReport(leaks: []) }
    if scope.closeIfAllAreGone() { return concludeWell() }
    let objects = scope.close()
    reportEmptiness(of: objects, threw: threw)
    let check = extended(by: scope)
    return check.conclude(
      await LeakCheck.answers(
        on: objects, within: check.request.options.grace,
        reportsLateHolders: check.request.options.notesLate, thrown: thrown, for: scope.caller),
      on: objects)
  }

  /// This check, and what was asked inside.
  private func extended(by scope: LeakScope) -> DeallocationCheck {
    DeallocationCheck(request: request.extended(by: scope))
  }

  /// A check without an object checks nothing: that is misuse, unless the body did not get that far.
  private func reportEmptiness(of objects: [TrackedObject], threw: Bool) {
    guard objects.isEmpty, !threw else { return }
    request.report(
      CheckFailure(
        text: "\(request.name) had nothing to check: its body returned no object and tracked none. "
          + "Return the object that must go, or pass it to trackForLeaks(_:) inside the body.",
        location: request.location))
  }

  /// All objects had gone when they were first looked at, which is the usual case.
  private func concludeWell() -> LeakReport {
    request.conclude([])
    return LeakReport(leaks: [])
  }

  /// Reports what stayed. What went late within the grace is well, and reported where that was asked for.
  private func conclude(_ answers: NamedVerdicts, on objects: [TrackedObject]) -> LeakReport {
    let verdicts = answers.verdicts
    if verdicts.allSatisfy({ $0 == .deinitialized }) {
      return concludeWell()
    }
    // A check around this one tells nothing twice.
    LeakScope.noteReported(
      zip(objects, verdicts).compactMap { $1.isWell ? nil : $0.witness } + answers.keepers)
    var findings = LeakCheck.report(on: objects, after: answers)
    var failures = findings.leaks.map { CheckFailure($0) }
    if request.options.notesLate {
      failures += findings.late.map { CheckFailure($0, isWarning: true) }
    }
    findings.leaks = request.conclude(failures, on: findings.leaks)
    return findings
  }
}

extension Verdict {
  /// Whether the object is gone.
  fileprivate var isWell: Bool {
    switch self {
    case .deinitialized, .late: true
    case .leaked, .held, .inconclusive: false
    }
  }
}
