import Dispatch
import LeakTesting
import TestOrder
import Testing

/// A task that a source of Dispatch's will resume, which only its own handler refers to.
@Suite(.disabled(if: isOptimized, "what a task waits for is told otherwise there"))
struct FiringSourceTests {
  private final class Clock: @unchecked Sendable {
    var task: Task<Void, Never>?

    /// - Parameter isResumed: Whether the timer is to fire.
    func wait(for delay: DispatchTimeInterval, isResumed: Bool) {
      task = Task {
        await withCheckedContinuation { continuation in
          let timer = DispatchSource.makeTimerSource()
          timer.setEventHandler {
            timer.cancel()
            continuation.resume()
          }
          timer.schedule(deadline: .now() + delay)
          if isResumed { timer.resume() }
        }
        self.task = nil
      }
    }
  }

  private static func headlines(isResumed: Bool) async -> [String] {
    let report = await LeakDetector.detect(within: .milliseconds(100)) {
      let clock = Clock()
      clock.wait(for: .seconds(5), isResumed: isResumed)
      try? await Task.sleep(for: .milliseconds(20))
    }
    // A suspended source is a leak of its own.
    return report.leaks.filter { $0.typeName.hasSuffix("Clock") }.map { leak in
      String(leak.report.prefix { $0 != "\n" }).replacing(#/[, (]+[^ ]+\.swift:\d+\)?/#, with: "")
    }
  }

  @Test func aTimerThatWillFire() async {
    #expect(
      await Self.headlines(isResumed: true) == [
        """
        FiringSourceTests.Clock is held: 1 instance is kept alive by an unfinished Task that waits for a continuation \
        in closure #1 in FiringSourceTests.Clock.wait(for:isResumed:).
        """
      ])
  }

  /// Nobody can resume the timer any more.
  @Test func aTimerThatIsSuspended() async {
    let headlines = await Self.headlines(isResumed: false)
    #expect(
      headlines == [
        "FiringSourceTests.Clock leaked: closure #1 in FiringSourceTests.Clock.wait(for:isResumed:) probably captures self strongly"
      ])
  }
}
