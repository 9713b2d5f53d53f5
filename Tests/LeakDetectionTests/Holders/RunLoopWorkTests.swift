import Foundation
import LeakDetection
import TestOrder
import Testing

/// What a run loop is to perform, while it has timers as well.
@Suite(.slow) struct RunLoopWorkTests {
  private final class Loader: @unchecked Sendable {
    private var count = 0

    func later() {
      RunLoop.main.perform { self.count += 1 }
    }
  }

  /// A timer has the run loop, and does not keep it.
  @Test func `A timer of the same run loop does not hold it`() async {
    func check() async -> LeakReport {
      await LeakDetector.detect(within: .milliseconds(10)) { Loader().later() }
    }
    let alone = await check()
    let timer = Timer(timeInterval: 1e6, repeats: true) { _ in }
    RunLoop.main.add(timer, forMode: .common)
    let beside = await check()
    timer.invalidate()
    #expect(alone.leaks.count == 1)
    #expect(beside.leaks.count == 1)
    // A word that another test has left may be told of both instead of the library's variable.
    #expect(!beside.textWithoutLines.contains("Timer"))
  }
}
