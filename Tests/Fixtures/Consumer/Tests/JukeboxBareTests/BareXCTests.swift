import Jukebox
import XCTest

/// Test cases without any check.
final class BareXCTests: XCTestCase {
  private let player = Player.fixed()
  private static let classLeak: Void = { Karaoke(isFixed: false).sing("Summertime") }()

  override class func setUp() { classLeak }

  func testLeaks() { _ = Player.leaking() }
  func testLeaksAsWell() async { _ = Player.leaking() }
  func testIsClean() { player.play() }
}
