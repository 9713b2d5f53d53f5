import Jukebox
import LeakTesting
import XCTest

/// What every check may be asked for, and what it returns.
final class OptionsXCTests: XCTestCase {
  nonisolated(unsafe) private static var kept: Player?

  func testReturnsWhatIsFound() {
    let reports = [
      XCTAssertDeallocated("one song") { Player.leaking() },
      XCTAssertNoLeaks("three \("songs")") { _ = Player.leaking() },
      XCTAssertNoGrowth("four songs") { _ = Player.leaking() },
    ]
    for report in reports { XCTAssertEqual(report.leaks.map(\.typeName), ["Jukebox.Player"]) }
  }

  func testFailsCaches() {
    XCTAssertNoLeaks(failingCaches: true) { Self.kept = Player.fixed() }
  }

  func testTracks() {
    trackForLeaks(Player.leaking(), ignoring: [.type("Player")])
    trackForLeaks(Player.leaking(), within: .seconds(1), message: "a song")
  }

  func testInheritsWhatIsIgnored() {
    XCTAssertNoLeaks(ignoring: [.type("Player")]) { XCTAssertDeallocated { Player.leaking() } }
  }
}
