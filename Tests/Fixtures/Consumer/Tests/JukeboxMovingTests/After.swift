import Jukebox
import LeakTesting
import XCTest

final class HelperAfterTests: XCTestCase {
  func testLeaks() {
    let sut = trackForLeaks(Player.leaking())
    sut.play()
  }

  func testGoes() {
    let sut = trackForLeaks(Player.fixed())
    sut.play()
  }
}

final class BlockAfterTests: XCTestCase {
  func testLeaks() {
    let sut = trackForLeaks(Player.leaking())
    sut.play()
  }
}

final class PropertyAfterTests: LeakFreeTestCase {
  private var sut: Player!

  override func setUp() {
    sut = Player.leaking()
  }

  override func tearDown() {
    sut = nil
  }

  func testLeaks() {
    sut.play()
  }
}
