import LeakTesting
import XCTest

final class PlayerXCTests: LeakFreeTestCase {
  func testNamed() {
    trackForLeaks(Player()).start()
  }

  func testFixed() {
    trackForLeaks(Player()).startWeakly()
  }
}
