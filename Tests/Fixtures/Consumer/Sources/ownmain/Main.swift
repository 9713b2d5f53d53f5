import Jukebox
import LeakTesting
import Testing

/// Calls Swift Testing by itself, as other build systems do: no argument says whose tests these are.
@main struct Main {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}

/// A detached task knows nothing of its test.
@Suite struct OwnMain {
  @Test func leaks() async {
    await Task.detached { _ = await expectDeallocated { Player.leaking() } }.value
  }
}
