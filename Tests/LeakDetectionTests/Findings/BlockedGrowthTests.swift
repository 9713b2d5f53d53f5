import Dispatch
import TestOrder
import Testing

@testable import LeakDetection

/// What grows while the main queue cannot run.
@Suite(.slow) struct BlockedGrowthTests {
  private final class Screen: Sendable {}

  @Test @MainActor func `What holds it is not known`() {
    let scope = GrowthScope(label: "showing screens", claimsUnattributed: false)
    scope.count()
    for _ in 0..<6 {
      scope.run {
        let screen = Screen()
        DispatchQueue.main.async { withExtendedLifetime(screen) {} }
      }
      scope.count()
    }
    let growths = scope.settle(within: .milliseconds(1), at: CodeLocation())
    #expect(
      growths.map(\.representative.verdict) == [
        .inconclusive(
          "the main queue cannot run while a synchronous test occupies the main actor: make the "
            + "test async")
      ])
  }
}
