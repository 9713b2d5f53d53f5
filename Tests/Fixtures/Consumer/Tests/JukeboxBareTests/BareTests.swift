import Jukebox
import Testing

/// Tests without any check.
@Suite struct BareTests {
  nonisolated(unsafe) private static var kept: Player?

  @Test func leaks() { _ = Player.leaking() }
  @Test func leaksAsWell() async { _ = Player.leaking() }
  @Test func leaksOnAQueue() { _ = Speaker.leaking(on: .global()) }
  @Test func isClean() { Player.fixed().play() }
  @Test func keeps() { Self.kept = Player.fixed() }
}
