import LeakDetection

/// Runs variants, one at a time, and keeps nothing of them but what was observed.
package struct CaseRunner: Sendable {
  /// Runs variants that crash, or `nil` where there is no executable to run them in.
  package var crashes: CrashProcess?

  /// How long to wait for an object to go once it has been severed.
  package var severingGrace: Duration

  package init(
    crashes: CrashProcess? = .findingExecutable(), severingGrace: Duration = .seconds(10)
  ) {
    self.crashes = crashes
    self.severingGrace = severingGrace
  }

  /// Runs `variant` and compares what is observed with what is expected.
  ///
  /// - Parameter id: the variant's name in the catalogue, `chapter/case/variant`.
  package func run(_ variant: Variant, id: String) async -> VariantResult {
    await withTaskExecutorPreference(Self.executor) { await observe(variant, id: id) }
  }

  private static let executor = QueueExecutor()

  private func observe(_ variant: Variant, id: String) async -> VariantResult {
    let start = ContinuousClock.now
    var result = VariantResult(
      id: id, expectation: variant.expectation, outcome: .unobserved(""), duration: .zero)
    switch variant.body {
    case .object(let make, let sever):
      do {
        let object = try await make(variant.location)
        result.outcome = await observe(object, of: variant, since: start)
        result.failure = variant.expectation.mismatch(with: result.outcome)
        if let complaint = await self.sever(object, by: sever) {
          result.failure = [result.failure, complaint].compactMap(\.self).joined(separator: " ")
        }
      } catch {
        result.outcome = .unobserved("it threw \(error)")
        result.failure = variant.expectation.mismatch(with: result.outcome)
      }
    case .crash:
      result.outcome =
        await crashes?.outcome(of: id)
        ?? .unobserved("leakcases, the executable to run it in, was not found")
      result.failure = variant.expectation.mismatch(with: result.outcome)
    }
    result.duration = start.duration(to: .now)
    return result
  }

  /// The verdict on `object`. How late an object goes is counted from the variant's start: whatever delays it
  /// was begun after that, while the check may begin any time later.
  private func observe(
    _ object: TrackedObject, of variant: Variant, since start: ContinuousClock.Instant
  ) async -> Outcome {
    var verdict = await LeakCheck.verdicts(
      on: [object], within: variant.expectation.grace,
      tellsLateHolders: variant.expectation.namesLateHolder)[0]
    if case .late(_, let holders) = verdict {
      verdict = .late(after: start.duration(to: .now), heldBy: holders)
    }
    let leak = Leak(
      typeName: object.typeName, label: object.label, verdict: verdict, location: object.location)
    return .verdict(verdict, report: "\(leak)")
  }

  /// Cuts the reference that the verdict blames, and waits for the object to go.
  ///
  /// - Returns: what is wrong, as one sentence, or `nil` when the object went.
  private func sever(
    _ object: TrackedObject, by sever: (@Sendable (TrackedObject) async throws -> Void)?
  ) async -> String? {
    guard let sever else { return nil }
    do {
      try await sever(object)
    } catch {
      return "Severing the reference threw \(error)."
    }
    let deadline = ContinuousClock.now + severingGrace
    var pause = Duration.microseconds(100)
    while object.isAlive {
      guard ContinuousClock.now < deadline else {
        return "Severing the reference that the report blames did not free the object."
      }
      try? await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(100))
    }
    return nil
  }
}
