import LeakTesting
import TestOrder
import Testing

/// A task that waits for a continuation which is in a value that its closure captures.
@Suite(.disabled(if: isOptimized, "a task's frame tells less there"))
struct CapturedContinuationTests {
  private struct Critical: @unchecked Sendable {
    final class Box {
      var continuation: UnsafeContinuation<Void, Never>?
    }

    let box = Box()
  }

  private final class Screen: @unchecked Sendable {
    private(set) var isWaiting = false

    func wait() -> AnyObject {
      let state = Critical()
      Task {
        await withUnsafeContinuation {
          state.box.continuation = $0
          self.isWaiting = true
        }
      }
      return state.box
    }
  }

  /// With a weak capture the task would go on waiting.
  @Test(.slow) func onlyResumingHelps() async {
    weak var box: AnyObject?
    let report = await LeakDetector.detect(within: .milliseconds(300)) {
      let screen = Screen()
      let made = screen.wait()
      box = made
      while !screen.isWaiting { await Task.yield() }
      return made
    }
    (box as? Critical.Box)?.continuation?.resume()
    #expect(
      report.textWithoutLines == """
        CapturedContinuationTests.Critical.Box leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ CapturedContinuationTests.Critical.Box
          │    .continuation.context: Task
          │    closure #1 in CapturedContinuationTests.Screen.wait()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    probably captures state.box: CapturedContinuationTests.Critical.Box strongly
          ╰─ CapturedContinuationTests.Critical.Box

          Call resume() on the continuation on every path: until then its task keeps the CapturedContinuationTests.Critical.Box.
          pattern unresumed-continuation (swift run leakcases show concurrency/unresumed-continuation)
          fingerprint e335eb97
        """)
  }
}
