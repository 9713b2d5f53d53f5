import Jukebox
import LeakTesting
import Testing

/// What Foundation on Linux does not give back is its own leak, reported once. A timer that is still to fire is the test's.
@Suite(.leakFree(within: .milliseconds(50)), .serialized) struct LibraryLeaks {
  @Test func timerThatIsToFire() { Curtain.rising(before: .fixed()) }
  @Test func timerThatWasInvalidated() { Curtain.cancelled(before: .fixed()) }
  @Test func timerThatHasFired() { Curtain.fallen(before: .fixed()) }

  @Test func cache() { fill(Archive()) }
  @Test func cacheAgain() { fill(Archive()) }

  @Test func namedBehindATimer() {
    expectDeallocated(within: .milliseconds(50)) {
      let player = Player.fixed()
      Curtain.cancelled(before: player)
      return player
    }
  }

  private func fill(_ archive: Archive) {
    for name in ["Summertime", "Autumn Leaves"] { archive.add(.fixed(), as: name) }
  }
}
