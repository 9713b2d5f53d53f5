import LeakTesting
import Synchronization
import TestOrder
import Testing

/// A task that was cancelled and goes on waiting: to cancel it ends nothing.
@Suite(.slow, .disabled(if: isOptimized, "a task's frame tells less there"))
struct CancelledTaskTests {
  private static let gate = Mutex<CheckedContinuation<Void, Never>?>(nil)

  private final class Job: Sendable {
    func run() async {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          await withCheckedContinuation { continuation in
            gate.withLock { $0 = continuation }
          }
        }
      }
      withExtendedLifetime(self) {}
    }
  }

  @Test(.ofLibrarySymbols) func cancelled() async {
    let report = await LeakDetector.detect(within: .milliseconds(300)) {
      let job = Job()
      let task = Task { await job.run() }
      while Self.gate.withLock({ $0 == nil }) { await Task.yield() }
      task.cancel()
      return job
    }
    Self.gate.withLock { $0?.resume() }
    #expect(
      report.textWithoutLines == """
        CancelledTaskTests.Job is held: 1 instance is kept alive by an unfinished Task that is cancelled and waits for its task group in CancelledTaskTests.Job.run(), CancelledTaskTests.swift:13 (closure #1 in closure #1 in CancelledTaskTests.cancelled()).

          ╭─ an unfinished Task
          │    closure #1 in closure #1 in CancelledTaskTests.cancelled()
          │       captures job: CancelledTaskTests.Job strongly
          ╰→ CancelledTaskTests.Job

          It goes when the task has finished. End what it waits for: a function that has not returned keeps what its variables have, whatever a capture list says.
          pattern unfinished-task (swift run leakcases show concurrency/task-in-init)
          fingerprint 21fa8fc8
        """)
  }
}
