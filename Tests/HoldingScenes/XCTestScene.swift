import HoldingSituations
import LeakTesting
import XCTest

/// A situation in a test of XCTest's.
final class XCTestScene: LeakFreeTestCase {
  func testScene() async throws {
    guard let situation = Scene.situation else { throw XCTSkip("HOLDING names no situation") }
    try await Scene.play(situation) { trackForLeaks($0) }
  }

  override static var leakGrace: Duration { .milliseconds(100) }
}
