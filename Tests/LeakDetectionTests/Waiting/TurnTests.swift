import Dispatch
import Foundation
import LeakTesting
import TestOrder
import Testing

@testable import LeakDeciding

/// Objects that wait for their turn on an actor or a queue that others keep busy.
@Suite(.slow, .leakFree) struct TurnTests {
  private actor Database {
    func write(_ store: Store) {
      Thread.sleep(forTimeInterval: 0.05)
      withExtendedLifetime(store) {}
    }
  }

  private final class Store: Sendable {}

  @Test func `What waits for a busy actor is waited for`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let database = Database()
      for _ in 0..<6 {
        let store = trackForLeaks(Store())
        Task { await database.write(store) }
      }
    }
    #expect(report.leaks.map(\.headline) == [])
  }

  @Test func `What waits for a busy queue is waited for`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let queue = DispatchQueue(label: "writes")
      for _ in 0..<6 {
        let store = trackForLeaks(Store())
        queue.async {
          Thread.sleep(forTimeInterval: 0.05)
          withExtendedLifetime(store) {}
        }
      }
    }
    #expect(report.leaks.map(\.headline) == [])
  }

  @Test func `What waits behind work of another priority is waited for`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      for _ in 0..<24 {
        let store = trackForLeaks(Store())
        Task.detached(priority: .background) {
          let end = ContinuousClock.now + .milliseconds(10)
          while ContinuousClock.now < end {}
          withExtendedLifetime(store) {}
        }
      }
    }
    #expect(report.leaks.map(\.headline) == [])
  }

  @Test func `The time is given again from when it was asked for, and a second at most`() {
    var wait = CheckWait(
      CheckWait.Subjects(count: 1, isAlive: { _ in true }), within: .seconds(3))
    #expect(wait.advance(at: .zero, time: .zero, quiet: .zero) == .readSettled)
    let isExtended = wait.extend(at: .seconds(5))
    #expect(isExtended)
    while wait.advance(at: .milliseconds(5999), time: .zero, quiet: .zero).isRequest {}
    #expect(wait.advance(at: .seconds(6), time: .zero, quiet: .zero) == .finish)
  }

  @Test func `The time is given again ten times`() {
    var wait = CheckWait(
      CheckWait.Subjects(count: 1, isAlive: { _ in true }), within: .milliseconds(100))
    var extensions = 0
    #expect(wait.advance(at: .zero, time: .zero, quiet: .zero) == .readSettled)
    while true {
      let time = Duration.milliseconds(100 * (extensions + 1))
      // What is asked on the way is not what this is about.
      while wait.advance(at: time - .nanoseconds(1), time: time, quiet: .zero).isRequest {}
      #expect(wait.advance(at: time, time: time, quiet: .zero) == .finish)
      guard wait.extend(at: time) else { break }
      extensions += 1
    }
    #expect(extensions == 10)
  }
}

extension CheckWait.Step {
  fileprivate var isRequest: Bool {
    switch self {
    case .readSettled, .readKept, .readHolders: true
    case .wait, .finish: false
    }
  }
}
