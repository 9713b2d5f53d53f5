import Jukebox
import StageTesting
import XCTest

/// XCTest makes the test cases, and what their properties are made of, before any test runs: each leaks in its own test.
final class InitializerTests: StageTestCase {
  private let leaking = Player.leaking()
  private let fixed = [Player.fixed()]

  func testFirst() {
    fixed[0].play()
  }

  func testSecond() {
    leaking.play()
  }

  func testBroken() {
    leaking.onFinish = nil
  }
}

/// What one property holds for all test cases is none's.
final class SharedInitializerTests: StageTestCase {
  nonisolated(unsafe) private static let player = Player.leaking()
  private let shared = SharedInitializerTests.player

  func testFirst() {
    shared.play()
  }

  func testSecond() {
    shared.play()
  }
}
