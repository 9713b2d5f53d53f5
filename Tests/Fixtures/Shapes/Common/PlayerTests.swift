import LeakTesting
import Testing

@Suite(.serialized)
struct PlayerTests {
  @Test func named() {
    expectDeallocated {
      let player = Player()
      player.start()
      return player
    }
  }

  @Test(.leakFree) func unnamed() {
    Player().start()
  }

  @Test(.leakFree) func fixed() {
    withExtendedLifetime(Player()) { $0.startWeakly() }
  }
}
