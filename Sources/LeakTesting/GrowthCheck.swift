import LeakDetection

/// Runs the same work several times, and checks that what lives does not climb: what both frameworks' checks share.
struct GrowthCheck {
  /// What the test has asked for.
  let request: CheckRequest
  /// How often the work is run and counted.
  let iterations: Int
  /// How often it is run before.
  let warmUp: Int
  /// Whether the scope owns what no scope allocated.
  var claimsUnattributed = false
}

extension GrowthCheck {
  /// Runs `body` again and again, and checks; blocks while there is something to wait for.
  ///
  /// An error of the body is rethrown, and only what was named until then is checked.
  @available(*, noasync)
  func run<Result>(_ body: () throws -> Result) rethrows -> LeakReport {
    guard let scope = open() else {
      for _ in 0..<runs { _ = try body() }
      return LeakReport(leaks: [])
    }
    do {
      try request.options.ignoring {
        for _ in 0..<warmUp { try scope.run(body) }
        scope.count()
        for _ in 0..<iterations {
          try scope.run(body)
          scope.count()
        }
      }
    } catch {
      named.settle(scope.named, threw: true, after: TransientRoot(error))
      throw error
    }
    let growths = scope.settle(
      within: request.options.grace, tellingAll: mayBeKnown, at: request.location)
    return conclude(growths, named.settle(scope.named, threw: true))
  }

  /// Runs `body` again and again, and checks; suspends while there is something to wait for.
  ///
  /// An error of the body is rethrown, and only what was named until then is checked.
  func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> LeakReport {
    guard let scope = open() else {
      for _ in 0..<runs { _ = try await body() }
      return LeakReport(leaks: [])
    }
    do {
      try await request.options.ignoring(isolation: isolation) {
        // A closure without the isolation would leave the actor.
        for _ in 0..<warmUp { try await scope.run(isolation: isolation, body) }
        scope.count()
        for _ in 0..<iterations {
          try await scope.run(isolation: isolation, body)
          scope.count()
        }
      }
    } catch {
      await named.settle(scope.named, threw: true, after: TransientRoot(error))
      throw error
    }
    let growths = await scope.settle(
      within: request.options.grace, tellingAll: mayBeKnown, at: request.location)
    return conclude(growths, await named.settle(scope.named, threw: true))
  }

  /// The check of what the iterations name: nothing is amiss where that is nothing.
  private var named: DeallocationCheck { DeallocationCheck(request: request) }

  /// How often the work is run where nothing is checked. The numbers may be any.
  private var runs: Int {
    let (sum, overflows) = warmUp.addingReportingOverflow(iterations)
    return overflows ? 1 : max(1, sum)
  }

  /// Opens the scope, or says why nothing can be checked.
  private func open() -> GrowthScope? {
    guard LeakDetector.isEnabled else { return nil }
    guard iterations >= Staircase.fewestIterations, warmUp >= 0 else {
      request.report(
        CheckFailure(
          text:
            "\(request.name) cannot tell growth from \(counted(iterations, "iteration")) and a "
            + "warm-up of \(warmUp): it takes at least \(Staircase.fewestIterations) iterations, and a warm-up of 0 or more.",
          location: request.location))
      return nil
    }
    if let obstacle = LeakDetector.obstacle {
      if Notice.uncheckedGrowth.takeFirst() {
        request.report(
          CheckFailure(
            text: "\(request.name) checks nothing here because \(obstacle).",
            location: request.location, isWarning: true))
      }
      return nil
    }
    return GrowthScope(
      label: request.place, claimsUnattributed: claimsUnattributed, entry: request.entry)
  }

  /// Whether a cause may be lived with: then it must not hide another one.
  private var mayBeKnown: Bool {
    !request.options.allIgnored.isEmpty
      || LeakLedger.shared.mayMissLeaks(near: request.location.filePath)
  }

  private func conclude(_ growths: [Growth], _ named: LeakReport) -> LeakReport {
    let ignored = request.options.allIgnored
    // What a run puts on the list is all that there is.
    let told =
      LeakLedger.isRecording
      ? growths.filter(\.mayBeTold)
      : growths.told { LeakLedger.shared.isKnown($0, ignoring: ignored) }
    let failures = told.map {
      CheckFailure(
        text: $0.description, location: request.location,
        isWarning: $0.representative.libraryLeak != nil, leak: $0.representative)
    }
    let grown = request.conclude(failures, on: told.map(\.representative))
    return LeakReport(leaks: grown + named.leaks)
  }
}
