import Foundation
import LeakBase
import LeakDeciding

/// A thread with a run loop of its own, for one piece of work.
package enum ScenarioThread {
  /// Does `work` on a new thread and blocks until it is done. On the main thread, its run loop runs meanwhile.
  @available(*, noasync)
  package static func run(_ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    start {
      work()
    } whenDone: {
      done.signal()
    }
    WaitingPlace.current.wait(for: done)
  }

  /// Does `work` on a new thread and suspends until it is done.
  package static func run(
    isolation: isolated (any Actor)? = #isolation, _ work: @escaping @Sendable () -> Void
  ) async {
    await withCheckedContinuation { continuation in
      start {
        work()
      } whenDone: {
        continuation.resume()
      }
    }
  }

  /// Starts the thread. What the test has bound to its task, such as the test itself, is bound there as well.
  private static func start(
    _ work: @escaping @Sendable () -> Void, whenDone: @escaping @Sendable () -> Void
  ) {
    Task(executorPreference: ThreadExecutor(whenDone: whenDone)) { work() }
  }
}

/// Runs the one job of a task that never suspends on a thread of its own.
private final class ThreadExecutor: TaskExecutor {
  private let whenDone: @Sendable () -> Void

  init(whenDone: @escaping @Sendable () -> Void) { self.whenDone = whenDone }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The task does not retain its executor: the thread does, and the task has gone when it goes on.
    let thread = Thread { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      whenDone()
    }
    thread.name = OwnThread.namePrefix + "scenario"
    thread.start()
  }
}
