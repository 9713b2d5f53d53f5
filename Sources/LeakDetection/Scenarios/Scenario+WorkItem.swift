import Dispatch

extension Scenario {
  /// Waits until everything submitted to `queue` so far has been performed; then everything is dropped.
  ///
  /// For a serial queue, or a concurrent queue of your own, the wait is exact. A global queue keeps no order:
  /// the scenario waits for a block that it submits last, and work that is still running then has the check's grace to finish.
  /// Work that is still delayed (`asyncAfter`) has not been submitted yet.
  ///
  /// - Parameters:
  ///   - queue: The queue that the test's work was submitted to.
  ///   - deadline: The longest wait; a queue that is suspended or blocked until then is reported.
  public static func workItem(
    on queue: DispatchQueue, within deadline: Duration = .seconds(10)
  ) -> Self {
    Scenario(action: .drain(queue, within: deadline))
  }
}
