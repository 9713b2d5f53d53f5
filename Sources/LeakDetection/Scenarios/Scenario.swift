import Dispatch

extension LeakDetector {
  /// What happens to a subject between its creation and its release: the `after:` argument of a check.
  ///
  /// ```swift
  /// await expectDeallocated(after: .closure(\.onFinish)) { Player() }
  /// ```
  ///
  /// A scenario does what the test needs: it calls a stored closure (`closure(_:)`), calls a
  /// method stored in another object (`storedFunction(_:)`), or waits until a queue has performed what was submitted
  /// to it (``workItem(on:within:)``). A timer needs a run loop: use a ``TimerScenario``.
  public struct Scenario<Subject> {
    /// The forms of a scenario.
    enum Action {
      /// Done to the subject at once, in the caller's context.
      case call((Subject) throws(ScenarioError) -> Void)
      /// Waits until the queue has performed what was submitted to it.
      case drain(DispatchQueue, within: Duration)
    }

    let action: Action
  }
}

package typealias Scenario<Subject> = LeakDetector.Scenario<Subject>

extension Scenario {
  /// Plays the scenario on `subject`; blocks while it waits for a queue.
  @available(*, noasync)
  package func play(on subject: Subject) throws(ScenarioError) {
    switch action {
    case .call(let call): try call(subject)
    case .drain(let queue, let deadline):
      try deadline.checkAsDeadline(of: "work-item")
      // What is submitted refers to it weakly, and optimised code would let it go at once.
      let drain = QueueDrain(queue)
      defer { withExtendedLifetime(drain) {} }
      try drain.wait(within: deadline)
    }
  }

  /// Plays the scenario on `subject`; suspends while it waits for a queue.
  package func play(
    on subject: Subject, isolation: isolated (any Actor)? = #isolation
  ) async throws(ScenarioError) {
    switch action {
    case .call(let call): try call(subject)
    case .drain(let queue, let deadline):
      try deadline.checkAsDeadline(of: "work-item")
      let drain = QueueDrain(queue)
      defer { withExtendedLifetime(drain) {} }
      try await drain.finish(within: deadline)
    }
  }
}

/// Why a scenario was not played to its end.
package struct ScenarioError: Error, Sendable, Hashable {
  /// One or two sentences: what went wrong, and what to do.
  package let text: String
}
