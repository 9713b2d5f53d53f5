import Dispatch

extension Scenario {
  /// Waits until everything submitted to `queue` so far has been performed; then everything is dropped.
  ///
  /// A serial queue and a concurrent queue of your own are waited for exactly. A global queue keeps no order:
  /// the wait is for a block submitted last, and what is still running has the check's grace to finish.
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
