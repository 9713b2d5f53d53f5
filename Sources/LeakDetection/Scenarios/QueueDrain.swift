import Dispatch
import LeakBase
import LeakDeciding
import LeakHeapReading

/// Waits until a queue has performed everything that was submitted to it before.
final class QueueDrain: Sendable {
  /// How far the waiting is.
  private enum State {
    case pending
    case waiting(CheckedContinuation<Bool, Never>)
    case over(isDrained: Bool)
  }

  private let queue: DispatchQueue
  private let state = VisibleMutex(State.pending)
  private let drained = DispatchSemaphore(value: 0)

  init(_ queue: DispatchQueue) {
    self.queue = queue
  }

  /// Blocks until the queue is drained. On the main thread, its run loop runs meanwhile.
  @available(*, noasync)
  func wait(within deadline: Duration) throws(ScenarioError) {
    let place = WaitingPlace.current
    // On Linux each reading of `DispatchQueue.main` makes an object of its own: identity tells nothing.
    if let occupant = place.occupantOfMain, queue.label == DispatchQueue.main.label {
      throw ScenarioError(
        text:
          "The work-item scenario cannot wait for the main queue, which cannot run while \(occupant)."
      )
    }
    submit()
    if !place.wait(for: drained, within: deadline) { throw late(deadline) }
  }

  /// Suspends until the queue is drained.
  func finish(
    within deadline: Duration, isolation: isolated (any Actor)? = #isolation
  ) async throws(ScenarioError) {
    // A cancelled item stays where it is until its time has come, and what it captured with it.
    let alarm = DispatchWorkItem { [weak self] in self?.end(isDrained: false) }
    DispatchQueue.global().asyncAfter(deadline: .now() + deadline.dispatchInterval, execute: alarm)
    defer { alarm.cancel() }
    submit()
    let isDrained = await withCheckedContinuation { continuation in
      let known: Bool? = state.withLock { state in
        if case .over(let isDrained) = state { return isDrained }
        state = .waiting(continuation)
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
    if !isDrained { throw late(deadline) }
  }

  /// Submits the block that runs after everything submitted before it.
  private func submit() {
    queue.async(flags: .barrier) { [weak self] in self?.end(isDrained: true) }
  }

  private func end(isDrained: Bool) {
    let continuation: CheckedContinuation<Bool, Never>? = state.withLock { state in
      defer { if case .over = state {} else { state = .over(isDrained: isDrained) } }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    continuation?.resume(returning: isDrained)
    if isDrained { drained.signal() }
  }

  private func late(_ deadline: Duration) -> ScenarioError {
    ScenarioError(
      text:
        "The work-item scenario ended at its deadline of \(deadline.formattedForScenario): the queue "
        + "had not performed what was submitted to it. It may be suspended, or blocked by other work."
    )
  }
}
