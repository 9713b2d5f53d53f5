import LeakTesting
import Synchronization
import TestOrder
import Testing

/// Work that makes a task each time, and never ends it.
@Suite(.slow) struct GrowthByTasksTests {
  private final class Poller: Sendable {
    func poll() {}
  }

  @Test func isToldOfTheProgramsObjects() async {
    let tasks = Mutex<[Task<Void, Never>]>([])
    let told = await asyncIssues {
      await expectNoGrowth(within: .milliseconds(50)) {
        let poller = Poller()
        let task = Task {
          try? await Task.sleep(for: .seconds(60))
          poller.poll()
        }
        tasks.withLock { $0.append(task) }
      }
    }
    for task in tasks.withLock(\.self) { task.cancel() }
    #expect(
      told.map { $0.prefix { $0 != "\n" } } == [
        "GrowthByTasksTests.Poller grew from 2 to 9 live instances over 7 iterations."
      ])
  }
}
