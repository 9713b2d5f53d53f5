import LeakTesting
import XCTest

final class Player {}
struct Score {}

func withoutBraces() async {
  let player = Player()
  expectDeallocated(player)
  expectNoLeaks(player)
  XCTAssertDeallocated(player)
  XCTAssertNoLeaks(player)
  expectNoGrowth(player)
  XCTAssertNoGrowth(player)
}

func values() {
  trackForLeaks(Score())
}

final class Tests: XCTestCase {
  func testValue() { trackForLeaks(Score()) }
}
