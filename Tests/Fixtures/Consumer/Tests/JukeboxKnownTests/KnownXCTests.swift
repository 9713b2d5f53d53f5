import Jukebox
import LeakTesting
import XCTest

/// What a list of known leaks does to test cases.
final class KnownXCTests: LeakFreeTestCase {
  func testPlays() { _ = isFixed ? Player.fixed() : Player.leaking() }

  func testIsClean() { Player.fixed().play() }

  func testIsSkipped() throws {
    if isFixed { throw XCTSkip("out of songs") }
    _ = Player.leaking()
  }
}
