import Foundation
import LeakTesting
import Synchronization
import TestOrder
import Testing

/// Objects that were there before a check, or that a variable keeps for good, and that have work to do for it: their closures are the
/// check's, they are not.
@Suite(.slow, .leakFree) struct WorkOfOthersTests {
  private class Service: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    private(set) var task: Task<Void, Never>?
    private let queue = OperationQueue()

    func note() { lock.withLock { count += 1 } }

    func poll() {
      task = Task {
        while !Task.isCancelled {
          try? await Task.sleep(for: .seconds(60))
          self.note()
        }
      }
    }

    func stop() async {
      task?.cancel()
      await task?.value
    }

    func wait(for gate: DispatchSemaphore) {
      queue.addOperation {
        gate.wait()
        self.note()
      }
    }

    func finish() { queue.waitUntilAllOperationsAreFinished() }
  }

  private final class Polling: Service, @unchecked Sendable { static let shared = Polling() }
  private final class Serving: Service, @unchecked Sendable { static let shared = Serving() }

  @Test func aTaskOfAnObjectThatWasThere() async {
    let service = Service()
    #expect(await asyncIssues { await expectNoLeaks { service.poll() } } == [])
    await service.stop()
  }

  @Test(.slow) func aTaskOfAnObjectThatAVariableKeeps() async {
    #expect(await asyncIssues { await expectNoLeaks { Polling.shared.poll() } } == [])
    await Polling.shared.stop()
  }

  @Test func anOperationOfAnObjectThatWasThere() async {
    let service = Service()
    let gate = DispatchSemaphore(value: 0)
    #expect(await asyncIssues { await expectNoLeaks { service.wait(for: gate) } } == [])
    gate.signal()
    service.finish()
  }

  @Test func anOperationOfAnObjectThatAVariableKeeps() async {
    let gate = DispatchSemaphore(value: 0)
    #expect(await asyncIssues { await expectNoLeaks { Serving.shared.wait(for: gate) } } == [])
    gate.signal()
    Serving.shared.finish()
  }

  /// What the check's body makes is its own, whatever work it has.
  @Test(.slow) func aTaskOfAnObjectOfTheCheck() async {
    let issues = await asyncIssues {
      await expectNoLeaks(within: .milliseconds(50)) {
        let service = Service()
        service.poll()
        Self.started.withLock { $0 = service.task }
      }
    }
    let task = Self.started.withLock { $0.take() }
    task?.cancel()
    await task?.value
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix(
        "WorkOfOthersTests.Service is held: 1 instance is kept alive by an unfinished Task"
      ) == true)
  }

  private static let started = Mutex<Task<Void, Never>?>(nil)
}
