import LeakTesting
import Mishaps
import XCTest

/// Every mishap, found by every kind of check of XCTest's. Each finding fails its test.
final class MishapXCTests: XCTestCase {
  func testDeallocated() {
    for mishap in Mishap.allCases { XCTAssertDeallocated { mishap.happen() } }
  }

  func testNoLeaks() {
    for mishap in Mishap.allCases { XCTAssertNoLeaks { _ = mishap.happen() } }
  }

  func testTracked() {
    for mishap in Mishap.allCases { trackForLeaks(mishap.happen()) }
  }
}

final class MishapLeakFreeTests: LeakFreeTestCase {
  func testLeakFree() {
    for mishap in Mishap.allCases { _ = mishap.happen() }
  }
}

/// Without any check.
final class BareMishapXCTests: XCTestCase {
  func testBare() {
    for mishap in Mishap.allCases { _ = mishap.happen() }
  }
}
