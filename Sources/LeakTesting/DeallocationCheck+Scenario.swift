import LeakDetection

extension DeallocationCheck {
  /// Runs `body`, then plays `scenario` on its result, in a scope.
  @available(*, noasync)
  func run<Result>(_ body: () throws -> Result, after scenario: Scenario<Result>) rethrows
    -> LeakReport
  {
    try run(body) { result in
      do throws(ScenarioError) {
        try scenario.play(on: result)
      } catch {
        report(error)
      }
    }
  }

  /// Runs `body`, then plays `scenario` on its result, in a scope.
  func run<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result, after scenario: Scenario<Result>
  ) async rethrows -> LeakReport {
    try await run(body) { result in
      do throws(ScenarioError) {
        try await scenario.play(on: result)
      } catch {
        report(error)
      }
    }
  }

  /// Runs `body` on a thread with a run loop of its own, then that run loop, in a scope.
  @available(*, noasync)
  func run<Result, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Result, after scenario: TimerScenario<Result>
  ) throws(Failure) -> LeakReport {
    let scope = LeakScope(request.entry)
    let stage = TimerStage(check: self, scope: scope, scenario: scenario, body: body)
    ScenarioThread.run { stage.play() }
    guard let error = stage.finish() else { return settle(scope, threw: false) }
    settle(scope, threw: true, after: TransientRoot(error))
    // The body has thrown it.
    throw error as! Failure
  }

  /// Runs `body` on a thread with a run loop of its own, then that run loop, in a scope.
  func run<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable () throws(Failure) -> Result, after scenario: TimerScenario<Result>
  ) async throws(Failure) -> LeakReport {
    let scope = LeakScope(request.entry)
    let stage = TimerStage(check: self, scope: scope, scenario: scenario, body: body)
    await ScenarioThread.run { stage.play() }
    guard let error = stage.finish() else { return await settle(scope, threw: false) }
    await settle(scope, threw: true, after: TransientRoot(error))
    // The body has thrown it.
    throw error as! Failure
  }
}

/// What a timer scenario's thread does, and what came of it.
///
/// Unchecked, because it is handed to the thread and back: one side waits while the other works.
private final class TimerStage<Result, Failure: Error>: @unchecked Sendable {
  private let check: DeallocationCheck
  private let scope: LeakScope
  private let scenario: TimerScenario<Result>
  private let body: @Sendable () throws(Failure) -> Result
  private var error: (any Error)?
  private var unfinished: ScenarioError?

  init(
    check: DeallocationCheck, scope: LeakScope, scenario: TimerScenario<Result>,
    body: @escaping @Sendable () throws(Failure) -> Result
  ) {
    self.check = check
    self.scope = scope
    self.scenario = scenario
    self.body = body
  }

  /// Makes the result, runs the run loop and drops the result, on the scenario's thread.
  func play() {
    IgnoredLeak.$inherited.withValue(check.request.options.allIgnored) { scope.open(playInside) }
  }

  private func playInside() {
    let result: Result
    do throws(Failure) {
      result = try body()
    } catch {
      self.error = error
      return
    }
    check.track(instancesIn: result, in: scope)
    do throws(ScenarioError) {
      try scenario.runLoop(with: result)
    } catch {
      unfinished = error
    }
  }

  /// Gives the body's error away. Reports a run that did not reach its goal.
  func finish() -> (any Error)? {
    if let unfinished { check.report(unfinished) }
    defer { error = nil }
    return error
  }
}
