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

final class TooEarlyAfterTests: XCTestCase {
  private var sut: Player!

  override func setUp() {
    sut = trackForLeaks(Player.fixed(), within: .milliseconds(50))
  }

  override func tearDown() {
    sut = nil
  }

  func testIsHeld() {
    sut.play()
  }
}

final class OrderAfterTests: LeakFreeTestCase {
  private var sut: Player!

  override func setUp() {
    sut = Player.fixed()
  }

  override func tearDown() {
    sut = nil
  }

  func testGoes() {
    sut.play()
  }
}

final class AssertionAfterTests: XCTestCase {
  func testLeaks() {
    XCTAssertDeallocated { Player.leaking() }
  }
}

final class MatcherAfterTests: XCTestCase {
  func testLeaks() {
    XCTAssertDeallocated { Player.leaking() }
    XCTAssertDeallocated {
      Player.leaking()
    } after: { player in
      player.play()
    }
  }
}

final class ResourcesAfterTests: LeakFreeTestCase {
  func testLeaks() {
    Screen().show()
  }
}
