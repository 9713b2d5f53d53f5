import LeakBase

/// Runs the jobs of tasks when it is told to, on the thread that tells it: so a test knows how far a task is.
final class Stage: TaskExecutor {
  private let jobs = VisibleMutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs jobs until every task waits for something else or is done.
  func run() {
    while let job = jobs.withLock({ $0.popFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

extension [UnownedJob] {
  fileprivate mutating func popFirst() -> UnownedJob? { isEmpty ? nil : removeFirst() }
}
