import LeakTesting
import Testing

@testable import Jukebox

@Test func playerGoesAway() async {
  await expectDeallocated {
    let player = Player()
    player.play()
    return player
  }
}
