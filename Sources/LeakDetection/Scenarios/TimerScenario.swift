import Foundation

extension LeakDetector {
  /// A scenario for timers: the body runs on a thread with a run loop of its own, which then runs for a
  /// bounded time, so that the timers that the body schedules on the current run loop fire.
  ///
  /// ```swift
  /// await expectDeallocated(after: .timer(until: \.ticks, countsTo: 3)) { Metronome() }
  /// ```
  ///
  /// The body must not be isolated to an actor, because its thread belongs to none.
  public struct TimerScenario<Subject> {
    /// The longest time that the run loop runs.
    let deadline: Duration
    /// What ends the run early.
    let goal: Goal?

    /// A count to wait for.
    struct Goal {
      /// The count now, and whether it is enough.
      let progress: (Subject) -> (count: String, isReached: Bool)
      /// The count to reach.
      let target: String
      /// Whether a count that begins at zero has to be counted up to it.
      let isAhead: Bool
    }
  }
}

package typealias TimerScenario<Subject> = LeakDetector.TimerScenario<Subject>

extension TimerScenario {
  /// Runs the run loop for `duration`, which must be above zero; then everything is dropped.
  public static func timer(for duration: Duration) -> Self {
    TimerScenario(deadline: duration, goal: nil)
  }

  /// Runs the run loop until the number at `count` has reached `target`; then everything is dropped.
  ///
  /// - Parameters:
  ///   - count: The property that the timer counts up.
  ///   - target: The number to wait for, 1 or more.
  ///   - deadline: The longest time to wait; a count that is not reached by then is reported.
  public static func timer<Count: BinaryInteger>(
    until count: KeyPath<Subject, Count>, countsTo target: Count,
    within deadline: Duration = .seconds(10)
  ) -> Self {
    let goal = Goal(
      progress: { subject in
        let count = subject[keyPath: count]
        return (String(count), count >= target)
      }, target: String(target), isAhead: target > 0)
    return TimerScenario(deadline: deadline, goal: goal)
  }

  /// Refuses a scenario that ends before a timer can fire.
  private func check() throws(ScenarioError) {
    guard let goal else {
      if deadline > .zero { return }
      throw ScenarioError(
        text: "A run of \(deadline.formattedForScenario) is too short: no timer fires in it. "
          + "Allow some time.")
    }
    try deadline.checkAsDeadline(of: "timer")
    if goal.isAhead { return }
    throw ScenarioError(
      text:
        "A count of \(goal.target) is too low: the timer scenario would end before a timer fires. "
        + "Let it count to 1 or more.")
  }

  /// Runs the current thread's run loop as the scenario says.
  package func runLoop(with subject: Subject) throws(ScenarioError) {
    try check()
    let clock = SuspendingClock()
    let end = clock.now + deadline
    while true {
      let progress = goal?.progress(subject)
      if progress?.isReached == true { return }
      let remaining = end - clock.now
      guard remaining > .zero else {
        guard let goal, let progress else { return }
        throw ScenarioError(
          text:
            "The timer scenario ended at its deadline of \(deadline.formattedForScenario): its key path "
            + "had counted to \(progress.count) of \(goal.target). Schedule the timer on the current run "
            + "loop, or allow more time with within:.")
      }
      // A goal is looked at after each event, and as often as this when there is none.
      let pause = goal == nil ? remaining : min(remaining, .milliseconds(5))
      let date = Date(timeIntervalSinceNow: pause / .seconds(1))
      if !RunLoop.current.run(mode: .default, before: date) {
        Thread.sleep(forTimeInterval: min(pause, .milliseconds(5)) / .seconds(1))
      }
    }
  }
}
