import Foundation
import LeakBase
import LeakDetection
import TestOrder
import Testing

/// A thread that never sleeps while a synchronous check keeps from running what it waits for.
@Suite struct SpinningThreadTests {
  private final class Player: Sendable {}

  /// A thread that waits for work of the main queue's, without sleeping. It gives up where checks do not end before.
  private final class Spinner: Sendable {
    private struct State {
      var isOver = false
      var hasGivenUp = false
    }
    private let state = VisibleMutex(State())

    var hasGivenUp: Bool { state.withLock(\.hasGivenUp) }

    func begin() {
      DispatchQueue.main.async { self.state.withLock { $0.isOver = true } }
      Thread.detachNewThread { [self] in
        let start = ContinuousClock.now
        while !state.withLock(\.isOver) {
          if ContinuousClock.now - start > .seconds(40) {
            return state.withLock { $0.hasGivenUp = true }
          }
        }
      }
    }
  }

  @Test(.slow) func `A check on the main actor ends before it`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let spinner = Spinner()
        spinner.begin()
        let player = Player()
        let report = LeakDetector.detectBlocking(within: .milliseconds(20)) { player }
        precondition(report.leaks.count == 1 && !spinner.hasGivenUp)
      }
    }
  }
}
