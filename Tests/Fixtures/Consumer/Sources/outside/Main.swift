import Jukebox
import LeakTesting

/// Checks that run in no test.
@main struct Main {
  static func main() {
    trackForLeaks(Player.fixed())
    trackForLeaks(Player.fixed())
    expectDeallocated { Player.leaking() }
    XCTAssertDeallocated { Player.leaking() }
  }
}
