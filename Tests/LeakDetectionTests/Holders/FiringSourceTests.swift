import Dispatch
import LeakTesting
import TestOrder
import Testing

/// A task that a source of Dispatch's will resume, which only its own handler refers to.
@Suite(
  .slow, .serialized, .disabled(if: isOptimized, "what a task waits for is told otherwise there"))
struct FiringSourceTests {
  private final class Clock: @unchecked Sendable {
    var task: Task<Void, Never>?

    /// - Parameter isResumed: Whether the timer is to fire.
    func wait(isResumed: Bool) {
      task = Task {
        await withCheckedContinuation { continuation in
          let timer = DispatchSource.makeTimerSource()
          timer.setEventHandler {
            timer.cancel()
            continuation.resume()
          }
          timer.schedule(deadline: .now() + 1000)
          if isResumed { timer.resume() }
          FiringSourceTests.timer = timer as AnyObject
        }
        self.task = nil
      }
    }
  }

  nonisolated(unsafe) private static weak var timer: AnyObject?

  private static func headlines(isResumed: Bool) async -> [String] {
    let report = await LeakDetector.detect(within: .milliseconds(100)) {
      let clock = Clock()
      clock.wait(isResumed: isResumed)
      while timer == nil { await Task.yield() }
    }
    // What is to fire fires, and is over.
    if isResumed { (timer as? any DispatchSourceTimer)?.schedule(deadline: .now()) }
    timer = nil
    // A suspended source is a leak of its own.
    return report.leaks.filter { $0.typeName.hasSuffix("Clock") }.map { leak in
      String(leak.report.prefix { $0 != "\n" }).replacing(#/[, (]+[^ ]+\.swift:\d+\)?/#, with: "")
    }
  }

  @Test(.ofLibrarySymbols) func aTimerThatWillFire() async {
    #expect(
      await Self.headlines(isResumed: true) == [
        """
        FiringSourceTests.Clock is held: 1 instance is kept alive by an unfinished Task that waits for a continuation \
        in closure #1 in FiringSourceTests.Clock.wait(isResumed:).
        """
      ])
  }

  /// Nobody can resume the timer any more.
  @Test func aTimerThatIsSuspended() async {
    let headlines = await Self.headlines(isResumed: false)
    #expect(
      headlines == [
        "FiringSourceTests.Clock leaked: closure #1 in FiringSourceTests.Clock.wait(isResumed:) probably captures self strongly"
      ])
  }
}
