import LeakTesting
import Testing

/// What an advice says to write compiles.
@Suite(.disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct UncompilableAdviceTests {
  private class Base {
    var handler: (() -> Void)?

    func tap() {}
  }

  private final class Button: Base {
    func listen() { handler = { super.tap() } }
  }

  private actor Counter {
    private var handler: (@Sendable () async -> Void)?
    private var count = 0

    func start() { handler = step }
    func step() { count += 1 }
  }

  private enum Choice {
    case button(Keeper)
  }

  private final class Keeper {
    var handler: (() -> Void)?
    var isKept = false

    func keep() {
      let choice = Choice.button(self)
      handler = { print(choice, self.isKept) }
    }
  }

  private static func advice(_ make: () async -> AnyObject) async -> [String] {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { await make() }
    return report.leaks.first?.path?.cuts.map(\.advice).sorted() ?? []
  }

  @Test func `Super keeps self whatever the capture list says`() async {
    let advice = await Self.advice {
      let button = Button()
      button.listen()
      return button
    }
    #expect(
      advice == [
        "Try [weak self] in the closure at UncompilableAdviceTests.swift:14. Call what it needs of super in a method of its own: super keeps self as well."
      ])
  }

  @Test func `A weak actor is not isolated to`() async {
    let advice = await Self.advice {
      let counter = Counter()
      await counter.start()
      return counter
    }
    #expect(
      advice == [
        "Try a closure that says [weak self] and calls step() with await, or, where it cannot wait, in assumeIsolated, instead of storing UncompilableAdviceTests.Counter.step() itself at UncompilableAdviceTests.swift:21."
      ])
  }

  @Test func `A payload has no name`() async {
    let advice = await Self.advice {
      let keeper = Keeper()
      keeper.keep()
      return keeper
    }
    #expect(
      advice == [
        "Try [weak self] in the closure at UncompilableAdviceTests.swift:35.",
        "Try a weak capture of the UncompilableAdviceTests.Keeper alone in the closure at UncompilableAdviceTests.swift:35: it captures a whole value, whose button keeps the UncompilableAdviceTests.Keeper.",
      ])
  }
}
