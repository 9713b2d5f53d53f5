import Jukebox
import LeakTesting
import Testing

/// Finds what it never names: one line on the suite, and nothing else.
@Suite(.leakFree) struct LeakingKaraoke {
  @Test func sings() {
    let karaoke = Karaoke(isFixed: false)
    karaoke.sing("Summertime")
  }
}

/// The same suite on code that is mended.
@Suite(.leakFree) struct FixedKaraoke {
  @Test func sings() {
    let karaoke = Karaoke(isFixed: true)
    karaoke.sing("Summertime")
  }
}

/// What lives climbs from song to song.
@Suite(.serialized) struct GrowingKaraoke {
  @Test func presents() async {
    await expectNoGrowth { Karaoke(isFixed: false).sing("Summertime") }
  }

  @Test func collects() {
    expectNoGrowth(iterations: 5, warmUp: 1) { Repertoire.add("Summertime") }
  }
}
