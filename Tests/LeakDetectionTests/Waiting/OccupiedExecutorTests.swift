import Dispatch
import LeakTesting
import Testing

@testable import LeakDeciding
@testable import LeakExplaining

/// Synchronous checks that occupy what an object waits for: it cannot go before they end.
@Suite(.leakFree) struct OccupiedExecutorTests {
  @globalActor private actor AudioActor {
    static let shared = AudioActor()
  }

  private final class Engine: Sendable {
    func close() {}
  }

  private static let actor =
    "the task that has it waits for an actor or a thread, and the synchronous check occupies an actor: make the test async"
  private static let queue =
    "the queue \"engine room\" cannot run while a synchronous check occupies it: make the check async, or outside of that queue's blocks"

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

  /// What waits for another queue is held by it.
  @Test func aBlockOfAnotherQueue() {
    let queue = DispatchQueue(label: "engine room")
    let other = DispatchQueue(label: "hold")
    other.suspend()
    let report = queue.sync {
      LeakDetector.detectBlocking(within: .milliseconds(100)) {
        let engine = Engine()
        other.async { engine.close() }
        return engine
      }
    }
    other.resume()
    #expect(report.leaks.map(\.verdict.holderNames) == [["hold"]])
  }
}

extension Verdict {
  fileprivate var holderNames: [String?] {
    if case .held(let holders) = self { holders.map(\.name) } else { [] }
  }
}
