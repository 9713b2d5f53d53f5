import LeakTesting
import Testing

/// What grows because something else does.
@Suite struct SharedGrowthTests {
  private final class Node: Sendable {}

  private final class Pair {
    private let node: Node
    private var me: Pair?

    init(_ node: Node) {
      self.node = node
      me = self
    }
  }

  /// Two that grow keep each of the nodes.
  @Test func isNotReportedAgain() async {
    let told = await asyncIssues {
      await expectNoGrowth {
        let node = Node()
        for _ in 0..<2 { _ = Pair(node) }
      }
    }
    #expect(
      told.compactMap { $0.split(separator: "\n").first } == [
        "SharedGrowthTests.Pair grew from 4 to 18 live instances over 7 iterations."
      ])
  }
}

extension Test {
  /// A cycle of closures that a closure makes.
  fileprivate static func pollInside() {
    let make: () -> Void = {
      var step: (() -> Void)?
      step = { if Task.isCancelled { step?() } }
    }
    make()
  }
}

@Suite struct NestedExtensionClosureTests {
  @Test func isTold() async {
    let told = await asyncIssues { await expectNoLeaks { Test.pollInside() } }
    #expect(
      told.compactMap { $0.split(separator: "\n").first } == [
        "closure leaked: closure #1 in closure #1 in Test.pollInside() (SharedGrowthTests.swift:38) captures step strongly"
      ])
  }
}
