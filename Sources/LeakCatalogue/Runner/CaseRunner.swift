import LeakDetection

/// Runs variants, one at a time, and keeps nothing of them but what was observed.
package struct CaseRunner: Sendable {
  /// Runs variants that crash, or `nil` where there is no executable to run them in.
  package var crashes: CrashProcess?

  /// How long what is to happen after a variant's body may take: a task comes to where it waits, and an object that has
  /// been severed goes.
  package var settlingGrace: Duration

  /// Whether the plain values of the objects are read that are to leak.
  package var readsValues = false

  package init(
    crashes: CrashProcess? = .findingExecutable(), settlingGrace: Duration = .seconds(10)
  ) {
    self.crashes = crashes
    self.settlingGrace = settlingGrace
  }

  /// Runs `variant` and compares what is observed with what is expected.
  ///
  /// - Parameter id: the variant's name in the catalogue, `chapter/case/variant`.
  package func run(_ variant: Variant, id: String) async -> VariantResult {
    await withTaskExecutorPreference(Self.executor) { await observe(variant, id: id) }
  }

  // It outlives all its jobs: a task refers to it without retaining it.
  private static let executor = QueueExecutor()

  /// How often a variant runs at most that chance keeps from being observed.
  private static let attempts = 5

  private func observe(_ variant: Variant, id: String) async -> VariantResult {
    var result = VariantResult(
      id: id, expectation: variant.expectation, outcome: .unobserved(""), duration: .zero)
    let start = ContinuousClock.now
    switch variant.body {
    case .object(let make, let sever):
      for _ in 0..<Self.attempts {
        await observe(variant, making: make, severing: sever, into: &result)
        guard
          variant.expectation.cameTooLate(for: result.outcome)
            || variant.expectation.isOutdoneByGuess(in: result.outcome)
        else { break }
      }
    case .crash:
      result.outcome =
        await crashes?.outcome(of: id)
        ?? .unobserved("leakcases, the executable to run it in, was not found")
      result.expectation = variant.expectation(for: result.outcome)
      result.failure = result.expectation.mismatch(with: result.outcome)
    }
    result.duration = start.duration(to: .now)
    return result
  }

  private func observe(
    _ variant: Variant, making make: Variant.Make, severing sever: Variant.Sever?,
    into result: inout VariantResult
  ) async {
    let start = ContinuousClock.now
    do {
      let object = try await make(variant.location) { object in
        // Of others something may be running that changes them.
        if readsValues, case .leaked = variant.expectation {
          result.values = PlainValues(of: object).lines
        }
      }
      let deadline = ContinuousClock.now + settlingGrace
      var isSettled = false
      repeat {
        let leak = await observe(object, of: variant, since: start)
        let outcome = Outcome.verdict(leak.verdict, report: leak.timelessText)
        // A task that is on its way to where it waits is held by a thread, and not yet by what is expected.
        isSettled = outcome == result.outcome && outcome.kind == variant.expectation.kind
        result.outcome = outcome
        result.leak = leak
        result.fingerprint = leak.verdict == .deinitialized ? nil : leak.fingerprint
        result.expectation = variant.expectation(for: result.outcome)
        result.failure = result.expectation.mismatch(with: result.outcome)
      } while result.failure != nil && !isSettled && variant.expectation.stays && object.isAlive
        && ContinuousClock.now < deadline
      if let mismatch = await self.sever(object, by: sever) {
        result.failure = [result.failure, mismatch].compactMap(\.self).joined(separator: " ")
      }
    } catch {
      result.outcome = .unobserved("it threw \(error)")
      result.expectation = variant.expectation(for: result.outcome)
      result.failure = result.expectation.mismatch(with: result.outcome)
    }
  }

  /// The finding on `object`. How late an object goes is counted from the variant's start: whatever delays it
  /// was begun after that, while the check may begin any time later.
  private func observe(
    _ object: TrackedObject, of variant: Variant, since start: ContinuousClock.Instant
  ) async -> Leak {
    var verdict = await LeakCheck.verdicts(
      on: [object], within: variant.expectation.grace,
      reportsLateHolders: variant.expectation.namesLateHolder)[0]
    if case .late(_, let holders) = verdict {
      verdict = .late(after: start.duration(to: .now), heldBy: holders)
    }
    return Leak(
      typeName: object.typeName, label: object.label, verdict: verdict, location: object.location)
  }

  /// Cuts the reference that the verdict blames, and waits for the object to go.
  ///
  /// - Returns: what is wrong, as one sentence, or `nil` when the object went.
  private func sever(
    _ object: TrackedObject, by sever: Variant.Sever?
  ) async -> String? {
    guard let sever else { return nil }
    do {
      try await sever(object)
    } catch {
      return "Severing the reference threw \(error)."
    }
    // A check counts the time in which the process could go on: on a busy machine what is to go takes longer.
    _ = await LeakCheck.verdicts(on: [object], within: settlingGrace)
    return object.isAlive
      ? "Severing the reference that the report blames did not free the object." : nil
  }
}
