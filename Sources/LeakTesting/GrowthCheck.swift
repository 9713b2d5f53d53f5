import CLeakBase
import LeakDetection

/// Runs the same work several times, and checks that what lives does not climb: what both frameworks' checks share.
struct GrowthCheck {
  /// What is asked for.
  let options: CheckOptions
  /// How often the work is run and counted.
  let iterations: Int
  /// How often it is run before.
  let warmUp: Int
  /// Whether the scope owns what no scope allocated.
  var claimsUnattributed = false
  /// The line that the check stands in.
  let location: CodeLocation
  /// The function that the program has called.
  let entry: crt_call
  /// The check's own name.
  let name: String
  /// Where failures go.
  let report: (CheckFailure) -> Void
}

extension GrowthCheck {
  /// Runs `body` again and again, and checks; blocks while there is something to wait for.
  ///
  /// An error of the body is rethrown, and nothing is checked then.
  @available(*, noasync)
  func run<Result>(_ body: () throws -> Result) rethrows -> LeakReport {
    guard let scope = open() else {
      for _ in 0..<max(1, warmUp + iterations) { _ = try body() }
      return LeakReport(leaks: [])
    }
    try IgnoredLeak.$inherited.withValue(options.allIgnored) {
      for _ in 0..<warmUp { try scope.run(body) }
      scope.count()
      for _ in 0..<iterations {
        try scope.run(body)
        scope.count()
      }
    }
    return conclude(scope.settle(within: options.grace, at: location))
  }

  /// Runs `body` again and again, and checks; suspends while there is something to wait for.
  ///
  /// An error of the body is rethrown, and nothing is checked then.
  func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> LeakReport {
    guard let scope = open() else {
      for _ in 0..<max(1, warmUp + iterations) { _ = try await body() }
      return LeakReport(leaks: [])
    }
    try await IgnoredLeak.$inherited.withValue(
      options.allIgnored,
      operation: {
        // A closure without the isolation would leave the actor.
        for _ in 0..<warmUp { try await scope.run(isolation: isolation, body) }
        scope.count()
        for _ in 0..<iterations {
          try await scope.run(isolation: isolation, body)
          scope.count()
        }
      }, isolation: isolation)
    return conclude(await scope.settle(within: options.grace, at: location))
  }

  /// Opens the scope, or says why nothing can be checked.
  private func open() -> GrowthScope? {
    guard LeakDetector.isEnabled else { return nil }
    guard iterations >= Staircase.fewestIterations, warmUp >= 0 else {
      report(
        CheckFailure(
          text:
            "\(name) cannot tell growth from \(iterations) iterations and a warm-up of \(warmUp): "
            + "it takes at least \(Staircase.fewestIterations) iterations, and a warm-up of 0 or more.",
          location: location))
      return nil
    }
    if let obstacle = LeakDetector.obstacle {
      report(
        CheckFailure(
          text: "\(name) checks nothing here because \(obstacle).", location: location,
          isWarning: true))
      return nil
    }
    return GrowthScope(
      label: "\(location.fileID):\(location.line)", claimsUnattributed: claimsUnattributed,
      entry: entry)
  }

  private func conclude(_ growths: [Growth]) -> LeakReport {
    let failures = growths.map {
      CheckFailure(
        text: $0.description, location: location,
        isWarning: $0.representative.libraryLeak != nil, leak: $0.representative)
    }
    let admitted = failures.admitted(by: options, at: location)
    admitted.send(to: report)
    return LeakReport(leaks: admitted.leaks(among: growths.map(\.representative)))
  }
}
