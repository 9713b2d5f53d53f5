import Dispatch
import LeakBase
import LeakHeapReading
import Synchronization

extension HostClock.Host {
  /// This process: the threads of its tasks, of its queues, and its main queue.
  static let process = HostClock.Host(
    submit: { executors, hasRun in
      if executors.contains(.tasks) { Task.detached { hasRun(.tasks) } }
      if executors.contains(.queues) { DispatchQueue.global().async { hasRun(.queues) } }
      if executors.contains(.otherPriorities) {
        submitToOtherPriorities { hasRun(.otherPriorities) }
      }
      if executors.contains(.main) { DispatchQueue.main.async { hasRun(.main) } }
      return executors
    },
    isBusy: { OwnThread.othersRun },
    activity: { OwnThread.othersSwitches },
    sleeps: { OwnThread.othersSleep },
    tasksAreBlocked: { BlockedTasks.areAll },
    mainIsBlocked: { MainQueueProbe.isMainBlocked })

  /// Off Apple platforms the runtime makes a queue for the tasks of each priority, and libdispatch has threads for the queues of each
  /// (`stdlib/public/Concurrency/DispatchGlobalExecutor.cpp`, `src/queue.c`).
  private static func submitToOtherPriorities(_ hasRunAll: @escaping @Sendable () -> Void) {
    let priorities: [TaskPriority] = [.background, .low, .high]
    let classes: [DispatchQoS.QoSClass] = [.background, .utility, .userInitiated, .userInteractive]
    let rest = Rest(priorities.count + classes.count)
    for priority in priorities {
      Task.detached(priority: priority) { if rest.takeOne() { hasRunAll() } }
    }
    for quality in classes {
      DispatchQueue.global(qos: quality).async { if rest.takeOne() { hasRunAll() } }
    }
  }

  /// How much of what was submitted has not run.
  private final class Rest: Sendable {
    private let count: Atomic<Int>

    init(_ count: Int) { self.count = Atomic(count) }

    /// Whether that was the last.
    func takeOne() -> Bool { count.subtract(1, ordering: .relaxed).newValue == 0 }
  }
}
