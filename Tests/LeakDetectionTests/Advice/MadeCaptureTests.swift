import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// What a capture list makes is told, and not as one that can be weak.
@Suite(.slow, .disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct MadeCaptureTests {
  private final class Button {
    var action: (() -> Void)?
    var taps = 0
  }

  private final class Counter {
    let button: Button
    init(_ button: Button) { self.button = button }
    func count() { button.taps += 1 }
  }

  @Test func `What a capture list makes`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let button = Button()
      button.action = { [counter = Counter(button)] in counter.count() }
      return button
    }
    let path = report.leaks.first?.path
    #expect(
      path?.advice
        == "Try a weak capture of MadeCaptureTests.Counter in the closure at MadeCaptureTests.swift:24. If nothing else keeps the "
        + "MadeCaptureTests.Counter, but something else keeps the MadeCaptureTests.Button, try an optional weak var, or unowned, on MadeCaptureTests.Counter.button instead."
    )
    #expect(path?.edits == [])
  }
}
