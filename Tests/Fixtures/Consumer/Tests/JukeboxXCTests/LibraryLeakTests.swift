import Jukebox
import LeakTesting
import XCTest

/// What Foundation on Linux does not give back is its own leak, reported once. A timer that is still to fire is the test's.
final class LibraryLeakTests: LeakFreeTestCase {
  override class var leakGrace: Duration { .milliseconds(50) }

  func testTimerThatIsToFire() { Curtain.rising(before: .fixed()) }
  func testTimerThatWasInvalidated() { Curtain.cancelled(before: .fixed()) }
  func testTimerThatHasFired() { Curtain.fallen(before: .fixed()) }

  func testCache() { fill(Archive()) }
  func testCacheAgain() { fill(Archive()) }

  private func fill(_ archive: Archive) {
    for name in ["Summertime", "Autumn Leaves"] { archive.add(.fixed(), as: name) }
  }
}
