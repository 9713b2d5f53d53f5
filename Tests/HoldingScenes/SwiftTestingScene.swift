import HoldingSituations
import LeakTesting
import Testing

/// A situation in a test of Swift Testing's.
@Suite(.leakFree(within: .milliseconds(100))) struct SwiftTestingScene {
  @Test(.enabled(if: Scene.situation != nil, "HOLDING names no situation"))
  func scene() async throws {
    let situation = try #require(Scene.situation)
    if Scene.isNamed {
      try await expectDeallocated(within: .milliseconds(100)) {
        try await Scene.play(situation) { trackForLeaks($0) }
      }
    } else {
      try await Scene.play(situation) { _ in }
    }
  }
}
