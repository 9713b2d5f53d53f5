import Jukebox
import LeakTesting
import XCTest

public final class PublicTests: XCTestCase {
  public func testFixed() { singTwice(isFixed: true) }

  public func testLeaking() { singTwice(isFixed: false) }

  public func testWaits() async {
    await fulfillment(of: [XCTestExpectation(description: "sung")])
  }

  public func testOwnHelper() {
    let player = Player.leaking()
    trackForLeaks(player)
    player.play()
  }
}

/// The same where the class derives from XCTest's own: it stays out.
public final class UncheckedTests: LeakUncheckedTestCase {
  public func testLeaking() { _ = Player.leaking() }

  public func testWaits() async {
    await fulfillment(of: [XCTestExpectation(description: "sung")])
  }
}
