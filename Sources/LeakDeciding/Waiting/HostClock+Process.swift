import Dispatch
import HeapReading

extension HostClock.Host {
  /// This process: the threads of its tasks, of its queues, and its main queue.
  static let process = HostClock.Host(
    submit: { hasRun in
      Task.detached { hasRun() }
      DispatchQueue.global().async { hasRun() }
      DispatchQueue.main.async { hasRun() }
      return 3
    },
    isBusy: { OwnThread.othersRun })
}
