import Dispatch

/// Runs tasks on a queue of their own.
///
/// Variants are about timing: one that waits for its turn behind whatever else keeps the shared threads busy
/// would be looked at too late.
final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "leakcases", qos: .userInitiated)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
