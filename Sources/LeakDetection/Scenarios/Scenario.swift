import Dispatch

extension LeakDetector {
  /// What happens to a subject between its making and its dropping: the `after:` of a check.
  ///
  /// ```swift
  /// await expectDeallocated(after: .closure(\.onFinish)) { Player() }
  /// ```
  ///
  /// A scenario says which plumbing the test needs: calling a stored closure (`closure(_:)`), calling a
  /// method stored in another object (`storedFunction(_:)`), or letting a queue perform what was submitted
  /// to it (``workItem(on:within:)``). A timer needs a run loop: that is a ``TimerScenario``.
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
