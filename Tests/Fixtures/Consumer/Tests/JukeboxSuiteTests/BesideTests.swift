import Jukebox
import LeakTesting
import Testing

/// Tests without a check of their own, beside some that have one, where the whole process is checked.
@Suite(.serialized) struct BesideTests {
  /// From now on the recorder leaves other tests out.
  @Suite(.leakFree) struct First {
    @Test func isClean() { Player.fixed().play() }
  }

  @Test func leaksAfterwards() { _ = Player.leaking() }

  /// While several checks are open, what is allocated in none may be of each.
  @Test func leaksDuringChecks() async {
    async let one = expectNoLeaks { try? await Task.sleep(for: .milliseconds(300)) }
    async let other = expectNoLeaks { try? await Task.sleep(for: .milliseconds(300)) }
    await Task.detached {
      try? await Task.sleep(for: .milliseconds(100))
      Karaoke(isFixed: false).sing("Summertime")
    }.value
    _ = await (one, other)
  }
}
