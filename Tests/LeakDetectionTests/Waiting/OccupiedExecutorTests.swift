import Dispatch
import LeakTesting
import Synchronization
import TestOrder
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// Synchronous checks that occupy what an object waits for: it cannot go before they end.
@Suite(.slow, .leakFree) struct OccupiedExecutorTests {
  @globalActor private actor AudioActor {
    static let shared = AudioActor()
  }

  private final class Engine: Sendable {
    func close() {}
  }

  private static let actor =
    "the task that has it waits for an actor or a thread, and the synchronous check occupies an actor: make the test async"
  private static let queue =
    "the queue \"engine room\" cannot run while a synchronous check occupies it: make the check async, or make it outside that queue's blocks"

  @Test @AudioActor func aTaskOfTheActor() {
    #expect(OccupiedExecutor.ofCaller == [.actor])
    let report = LeakDetector.detectBlocking(within: .milliseconds(100)) {
      let engine = Engine()
      Task { engine.close() }
      return engine
    }
    #expect(report.leaks.map(\.verdict) == [.inconclusive(Self.actor)])
  }

  @Test @AudioActor func aTaskOfTheActorWhoseObjectNobodyNamed() {
    let report = LeakDetector.detectBlocking(within: .milliseconds(100)) {
      let engine = Engine()
      Task { engine.close() }
    }
    #expect(report.leaks.map(\.verdict) == [.inconclusive(Self.actor)])
  }

  @Test func aBlockOfTheQueue() {
    #expect(OccupiedExecutor.ofCaller == [])
    let queue = DispatchQueue(label: "engine room")
    let report = queue.sync {
      LeakDetector.detectBlocking(within: .milliseconds(100)) {
        let engine = Engine()
        queue.async { engine.close() }
        return engine
      }
    }
    #expect(report.leaks.map(\.verdict) == [.inconclusive(Self.queue)])
  }

  /// What waits for another queue is held by it, whatever that is called.
  @Test(arguments: ["hold", "engine room"]) func aBlockOfAnotherQueue(label: String) {
    let queue = DispatchQueue(label: "engine room")
    let other = DispatchQueue(label: label)
    other.suspend()
    let report = queue.sync {
      LeakDetector.detectBlocking(within: .milliseconds(100)) {
        let engine = Engine()
        other.async { engine.close() }
        return engine
      }
    }
    other.resume()
    #expect(report.leaks.map(\.verdict.holderNames) == [[label]])
  }

  /// Its blocks run beside one another.
  @Test(.slow) func aBlockOfTheConcurrentQueue() {
    let queue = DispatchQueue(label: "engine room", attributes: .concurrent)
    let end = DispatchSemaphore(value: 0)
    let report = queue.sync {
      LeakDetector.detectBlocking(within: .milliseconds(100)) {
        let engine = Engine()
        queue.async {
          end.wait()
          engine.close()
        }
        return engine
      }
    }
    end.signal()
    #expect(report.leaks.count { $0.verdict.isInconclusive } == 0)
    #expect(report.leaks.count == 1)
  }

  /// What it waits for does not wait for the actor.
  @Test @AudioActor func aTaskThatWaitsForAnother() async {
    let other = Task.detached { try? await Task.sleep(for: .seconds(100)) }
    let stage = Mutex<Engine?>(nil)
    await withCheckedContinuation { hasBegun in
      let engine = Engine()
      stage.withLock { $0 = engine }
      Task.detached {
        hasBegun.resume()
        await other.value
        engine.close()
      }
    }
    let report = Self.detect(within: .milliseconds(100)) { stage.withLock { $0.take() } }
    other.cancel()
    #expect(report.leaks.count == 1)
    #expect(report.leaks.count { $0.verdict.isInconclusive } == 0)
  }

  /// What a block of the main queue has called is no turn of that queue, and waits for none.
  @Test func aBlockOfTheMainQueue() async {
    let told = await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        let report = Self.detect(within: .milliseconds(100)) {
          let engine = Engine()
          DispatchQueue.main.async { engine.close() }
          return engine
        }
        continuation.resume(returning: (WaitingPlace.current, report.leaks.map(\.verdict)))
      }
    }
    #expect(told.0 == .mainQueueBlocked)
    #expect(told.1 == [.inconclusive(Self.mainQueue)])
  }

  private static let mainQueue =
    "the main queue cannot run while a synchronous check occupies it: make the check async, or make it outside that queue's blocks"

  /// The synchronous form, which an asynchronous context cannot name.
  private static func detect(within grace: Duration, _ body: () -> Engine?) -> LeakReport {
    LeakDetector.detectBlocking(within: grace, body)
  }
}

extension Verdict {
  fileprivate var isInconclusive: Bool {
    if case .inconclusive = self { true } else { false }
  }

  fileprivate var holderNames: [String?] {
    if case .held(let holders) = self { holders.map(\.name) } else { [] }
  }
}
