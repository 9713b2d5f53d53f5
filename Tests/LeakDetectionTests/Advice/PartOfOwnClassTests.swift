import LeakTesting
import TestOrder
import Testing

/// A part of its owner's own class, which the program uses alone: a weak way back would let go of the owner.
@Suite(.disabled(if: isOptimized, "objects that nobody else has are not made there"))
struct PartOfOwnClassTests {
  private final class Scope {
    var parent: Scope?
    var children: [Scope] = []

    func child() -> Scope {
      let child = Scope()
      child.parent = self
      children.append(child)
      return child
    }
  }

  private static func makeInner() -> Scope { Scope().child() }

  @Test func isNotLeftAlone() async throws {
    let report = await LeakDetector.detect(within: .milliseconds(50)) { Self.makeInner() }
    let path = try #require(report.leaks.first?.path)
    #expect(
      path.advice.replacing("PartOfOwnClassTests.", with: "")
        == "Try weak var on Scope.parent, if something else keeps the Scope.")
    #expect(path.edits.isEmpty)
  }
}
