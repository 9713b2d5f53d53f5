import Dispatch
import Jukebox
import LeakTesting

// The main queue runs while this waits, and lets go of the player.
let clean = await LeakDetector.detect {
  let player = Player.fixed()
  DispatchQueue.main.async { player.play() }
  return player
}
print(clean.leaks)
let leaking = await LeakDetector.detect { Player.leaking() }
print(leaking)
