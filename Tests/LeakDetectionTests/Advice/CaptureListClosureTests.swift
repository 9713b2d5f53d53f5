import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// A closure in another one's capture list is outside of that, and made before it.
@Suite(.slow, .disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct CaptureListClosureTests {
  private final class Meter {
    var count = 0
    var report: (() -> Void)?

    func begin() {
      report = { [weak self, add = { self.count += 1 }] in
        add()
        self?.count += 1
      }
    }
  }

  @Test func `The closure in the list captures self`() async {
    let leaks = await LeakDetector.detect(within: .milliseconds(50)) {
      let meter = Meter()
      meter.begin()
    }.leaks
    #expect(
      leaks.map(\.path?.advice) == [
        "Try [weak self] in the closure at CaptureListClosureTests.swift:15. The closure that captures it is stored, and keeps it."
      ])
    #expect(leaks.map { $0.path?.edits.map(\.replacement) } == [[" [weak self] in", "?"]])
  }

  @Test func `Which closure is which`() throws {
    let outline = SourceOutline(
      """
      func f() {
        a = { [weak self, b = { self.c() }, d] in b({ 1 }) }
        e = { 2 }
      }
      """)
    let closures = outline.braces.indices.filter { outline.braces[$0].kind == .closure }
    #expect(closures.map { outline.depth(of: $0) } == [1, 1, 2, 1])
    #expect(closures.map(outline.closureNumber) == [1, 2, 1, 3])
    #expect(closures.map { outline.braces[$0].capturesSelfWeakly } == [false, true, false, false])
    #expect(closures.map { outline.braces[$0].uses } == [1, 0, 0, 0])
    #expect(outline.braces.allSatisfy { $0.end != nil })
  }
}
