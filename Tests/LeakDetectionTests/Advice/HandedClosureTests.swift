import LeakTesting
import Testing

@testable import LeakExplaining

/// A closure that an actor's method hands to a function, of which nothing tells where that runs it.
@Suite(.disabled(if: isOptimized, "lines are those of an unoptimised build"))
struct HandedClosureTests {
  private final class Bus {
    private var handler: (() -> Void)?
    func on(_ handler: @escaping () -> Void) { self.handler = handler }
  }

  private actor Counter {
    private let bus = Bus()
    private var count = 0

    func start() {
      bus.on { self.count += 1 }
    }
  }

  @Test func `It is told what to do where it runs on the actor`() async throws {
    let report = await LeakDetector.detect {
      let counter = Counter()
      await counter.start()
      return counter
    }
    let path = try #require(report.leaks.first?.path)
    #expect(
      path.advice
        == "Try [weak self] in the closure at HandedClosureTests.swift:19. If it runs on the actor, write self?.assumeIsolated { … } around what it does: a weak self is not isolated to it. The HandedClosureTests.Counter keeps the HandedClosureTests.Bus that stores it."
    )
    #expect(path.edits == [])
  }
}
