import LeakTesting
import Testing

/// A task whose executor goes on at once, on the thread that resumes it: the kit's own, which then makes the next check itself.
@Suite struct InlineExecutorTests {
  private final class InlineExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  private final class Guest {}

  @Test func checksFollowOneAnother() async {
    let task = Task(executorPreference: InlineExecutor()) {
      var verdicts: [Bool] = []
      for _ in 0..<3 {
        let report = await LeakDetector.detect { Guest() }
        verdicts.append(report.leaks.isEmpty)
      }
      return verdicts
    }
    #expect(await task.value == [true, true, true])
  }
}
