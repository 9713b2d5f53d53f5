import LeakDetection
import TestOrder
import Testing

@testable import LeakExplaining

/// Cycles of closures alone, which cannot be captured weakly.
@Suite(.slow, .disabled(if: isOptimized, "what an unoptimised build tells is compared"))
struct ClosuresOfClosuresTests {
  final class Poller: @unchecked Sendable {
    private var count = 0

    func start() {
      var tick: (() -> Void)!
      let again = { tick() }
      tick = {
        self.count += 1
        if self.count < 3 { again() }
      }
      tick()
    }
  }

  struct Pair {
    var first: (() -> Void)?
    var second: (() -> Void)?
  }

  private static func paths(_ body: () -> Void) -> [RetainPath] {
    LeakDetector.detectBlocking(body).leaks.flatMap { leak -> [RetainPath] in
      guard case .leaked(let path) = leak.verdict else { return [] }
      return [path] + path.further
    }
  }

  @Test func `The variable is told, and not the constant that calls it`() {
    let paths = Self.paths { Poller().start() }
    #expect(
      paths.map(\.advice) == [
        "Use local functions for all closures of the cycle, instead of variables that have them: they are called without a "
          + "reference. Or set tick to nil when it has done its work: the closure at ClosuresOfClosuresTests.swift:15 captures "
          + "the variable itself, which keeps its value."
      ])
  }

  @Test func `Closures of one structure are cut one by one`() {
    let paths = Self.paths {
      let poller = Poller()
      var pair = Pair()
      pair.first = { withExtendedLifetime(poller) { pair.second?() } }
      pair.second = { pair.first?() }
    }
    #expect(
      Set(paths.map { String($0.advice.prefix { $0 != ":" }) }) == [
        "Take the closure out of pair.first when it has done its work",
        "Take the closure out of pair.second when it has done its work",
      ])
    #expect(paths.allSatisfy { $0.edits.allSatisfy { !$0.replacement.contains("weak") } })
  }

  @Test func `Closures are taken out of an array`() {
    let paths = Self.paths {
      var all: [() -> Int] = []
      all.append { all.count }
      all.append { all.count + 1 }
    }
    #expect(
      paths.allSatisfy {
        $0.advice.hasPrefix("Take the closure out of all when it has done its work: ")
      })
    #expect(!paths.isEmpty)
  }
}
