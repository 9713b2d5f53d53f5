import Foundation
import Jukebox
import LeakTesting
import Testing

/// Whether what these tests show is mended.
let isFixed = ProcessInfo.processInfo.environment["JUKEBOX_FIXED"] == "1"

/// What a list of known leaks does to tests.
@Suite(.leakFree, .serialized) struct KnownTests {
  @Test func plays() {
    _ = isFixed ? Player.fixed() : Player.leaking()
  }

  @Test func isClean() { Player.fixed().play() }

  @Test(arguments: [1, 2]) func playsTwice(time: Int) {
    _ = isFixed ? Player.fixed() : Player.leaking()
  }

  @Test func expects() {
    expectDeallocated { isFixed ? Player.fixed() : Player.leaking() }
  }
}

/// What a check says itself of the leaks that it does not report.
@Suite(.serialized) struct IgnoringTests {
  @Test func known() async {
    let ignored: [[IgnoredLeak]] = [
      [.fingerprint("d58b9869", because: "of long standing")], [.type(Player.self)],
      [.type("Player", until: "2999-12-31")], [.module("Jukebox")],
      [.edge(from: "Player.onFinish", to: "Player")], [.edge(from: "Player", to: "Jukebox.Player")],
    ]
    for ignored in ignored {
      await expectDeallocated(ignoring: ignored) { Player.leaking() }
      await expectNoLeaks(ignoring: ignored) { Player.leaking() }
      await expectNoGrowth(ignoring: ignored) { Player.leaking() }
      #expect(await LeakDetector.detect(ignoring: ignored) { Player.leaking() }.leaks.isEmpty)
    }
    await expectNoLeaks(ignoring: [.holder("static IgnoringTests.kept")]) {
      Self.kept = trackForLeaks(Player.fixed())
    }
  }

  nonisolated(unsafe) private static var kept: Player?

  @Test func expired() {
    expectNoLeaks(
      ignoring: [.type("Player", because: "it is being rewritten", until: "2026-01-31")]
    ) { _ = Player.leaking() }
  }

  @Test func mistaken() {
    expectNoLeaks(
      ignoring: [
        .fingerprint("D58B"), .type("Player", until: "31.1.2027"), .type("", until: "soon"),
      ]
    ) { _ = Player.leaking() }
  }

  @Test func others() {
    expectNoLeaks(
      ignoring: [
        .fingerprint("00000000"), .type("Play"), .module("Juke"), .edge(from: "Player", to: "Deck"),
        .holder("static Deck.shared"),
      ]
    ) { _ = Player.leaking() }
  }
}
