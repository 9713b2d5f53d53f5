import Foundation
import LeakDetection
import Synchronization
import XCTest

@testable import LeakDeciding
@testable import LeakExplaining

/// The synchronous form on the main thread. Here because Swift Testing runs every test in a task.
final class MainRunLoopTests: XCTestCase {
  final class Node: Sendable {}

  /// A grace that a test would rather fail by its time limit than use up.
  private static let long = Duration.seconds(600)

  /// What is said of objects that go late here, without times.
  private func lateTexts(_ report: LeakReport) -> [String] {
    XCTAssertEqual(report.leaks, [])
    return report.late.map(\.timelessText)
  }

  private static let lateText = "MainRunLoopTests.Node went late."

  func testThePlaceIsTheMainRunLoop() {
    XCTAssertEqual(WaitingPlace.current, .mainRunLoop)
  }

  func testABlockOnTheMainQueueIsLate() {
    let report = LeakDetector.detectBlocking(within: Self.long) {
      let node = Node()
      DispatchQueue.main.async { withExtendedLifetime(node) {} }
      return node
    }
    XCTAssertEqual(lateTexts(report), [Self.lateText])
  }

  /// To read what so many blocks hold may take longer than the grace. That is the kit's own time, in which the queue did not run.
  func testFortyThousandBlocksOnTheMainQueueAreLate() {
    let count = 40_000
    let report = LeakDetector.detectBlocking {
      (0..<count).map { _ in
        let node = Node()
        DispatchQueue.main.async { withExtendedLifetime(node) {} }
        return node
      }
    }
    XCTAssertEqual(report.leaks, [])
    XCTAssertEqual(report.late.map(\.count).reduce(0, +), count)
  }

  func testFortyThousandBlocksOfWhichNobodyNamedTheObjectsAreNoLeak() {
    let report = LeakDetector.detectBlocking {
      for _ in 0..<40_000 {
        let node = Node()
        DispatchQueue.main.async { withExtendedLifetime(node) {} }
      }
    }
    XCTAssertEqual(report, LeakReport(leaks: []))
  }

  func testADelayedBlockOnTheMainQueueIsLate() {
    let report = LeakDetector.detectBlocking(within: Self.long) {
      let node = Node()
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.005) { withExtendedLifetime(node) {} }
      return node
    }
    XCTAssertEqual(lateTexts(report), [Self.lateText])
  }

  func testWhatThePerformedBlocksOfTheRunLoopHoldIsLate() {
    let report = LeakDetector.detectBlocking(within: Self.long) {
      let node = Node()
      RunLoop.main.perform { withExtendedLifetime(node) {} }
      return node
    }
    XCTAssertEqual(lateTexts(report), [Self.lateText])
  }

  func testWhatAnotherThreadHoldsIsLate() {
    let report = LeakDetector.detectBlocking(within: Self.long) {
      let node = Node()
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.005) { withExtendedLifetime(node) {} }
      return node
    }
    // Late, or gone before the first look where the machine is busy; not held.
    XCTAssertTrue([[Self.lateText], []].contains(lateTexts(report)), "\(report)")
  }

  /// What `body` is called by a block of the main queue returns.
  private func inABlockOfTheMainQueue<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) -> Result? {
    let result = Mutex<Result?>(nil)
    let isOver = expectation(description: "the block has run")
    DispatchQueue.main.async {
      let value = body()
      result.withLock { $0 = value }
      isOver.fulfill()
    }
    wait(for: [isOver], timeout: 600)
    return result.withLock { $0 }
  }

  /// There the main run loop does not serve the queue.
  func testNothingIsSaidOfWhatWaitsForTheMainQueueThatTheCheckOccupies() {
    let report = inABlockOfTheMainQueue {
      LeakDetector.detectBlocking(within: .milliseconds(200)) {
        let node = Node()
        DispatchQueue.main.async { withExtendedLifetime(node) {} }
        return node
      }
    }
    XCTAssertEqual(
      report?.leaks.map(\.verdict),
      [
        .inconclusive(
          "the main queue cannot run while a synchronous check occupies it: make the check async, or make it outside that queue's blocks"
        )
      ])
  }

  func testWhatElseHoldsIsSaidInABlockOfTheMainQueue() {
    let report = inABlockOfTheMainQueue {
      let node = Node()
      return LeakDetector.detectBlocking(within: .milliseconds(200)) {
        withExtendedLifetime(node) { node }
      }
    }
    guard case .held? = report?.leaks.first?.verdict else { return XCTFail("\(report as Any)") }
  }

  func testWhatIsGoneLeavesTheRunLoopAlone() {
    let isRun = Mutex(false)
    RunLoop.main.perform { isRun.withLock { $0 = true } }
    XCTAssertEqual(LeakDetector.detectBlocking(within: Self.long) { Node() }, LeakReport(leaks: []))
    XCTAssertFalse(isRun.withLock { $0 })
    _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
  }

  func testWhatStaysIsHeldAtTheDeadline() {
    let node = Node()
    let tracked = TrackedObject(node, location: CodeLocation())
    let verdicts = LeakCheck.verdicts(on: [tracked], within: .milliseconds(20))
    XCTAssertEqual(verdicts.count, 1)
    guard case .held = verdicts[0] else { return XCTFail("\(verdicts)") }
    withExtendedLifetime(node) {}
  }
}
