import Jukebox
import LeakTesting
import XCTest

/// A class that stays out where all others of the target are checked.
final class StayingOutTests: XCTestCase {
  override class var isLeakChecked: Bool { false }

  func testLeaks() { _ = Player.leaking() }
}
