import Jukebox
import LeakTesting
import Testing

extension Checked {
  /// A suite in another file.
  @Suite struct SongTests {
    @Test func leaks() { _ = Player.leaking() }
    @Test func isClean() { Player.fixed().play() }
    @Test(arguments: [false, true]) func oneArgument(leaks: Bool) {
      _ = leaks ? Player.leaking() : Player.fixed()
    }
  }

  /// A class, without the attribute.
  final class RehearsalTests {
    private let player = Player.fixed()

    @Test func sings() {
      player.play()
      Karaoke(isFixed: false).sing("Summertime")
    }
  }

  /// One that asks for something else.
  @Suite(.leakFree(ignoring: [.type("Player")])) struct OldTests {
    @Test func leaks() { _ = Player.leaking() }
  }

  /// A test that was in no suite.
  @Test func encore() { _ = Panel.leaking() }
}

/// A base class with the trait does not hand it on.
@Suite(.leakFree) class Base {}

final class InheritingTests: Base {
  @Test func leaksUnchecked() { _ = Player.leaking() }
}
