import Dispatch
import LeakBase
import LeakHeapReading

extension HostClock.Host {
  /// This process: the threads of its tasks, of its queues, and its main queue.
  static let process = HostClock.Host(
    submit: { hasRun in
      Task.detached { hasRun(.tasks) }
      DispatchQueue.global().async { hasRun(.queues) }
      DispatchQueue.main.async { hasRun(.main) }
      return Set(HostClock.Executor.allCases)
    },
    isBusy: { OwnThread.othersRun },
    activity: { OwnThread.othersSwitches },
    tasksAreBlocked: { BlockedTasks.areAll },
    mainIsBlocked: { MainQueueProbe.isMainBlocked })
}
