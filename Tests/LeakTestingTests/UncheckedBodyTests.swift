import LeakTesting
import Testing

/// What a body leaves that throws is not judged by `LeakDetector`, but by the check around.
@Suite struct UncheckedBodyTests {
  private static func leakAndThrow() throws {
    _ = Radio.leaking()
    throw Jam()
  }

  @Test func isCheckedAround() async {
    let told = issues {
      expectNoLeaks { _ = try? LeakDetector.detectBlocking { try Self.leakAndThrow() } }
    }
    #expect(told == [.radioLeaked()])
    let toldLater = await asyncIssues {
      await expectNoLeaks { _ = try? await LeakDetector.detect { try Self.leakAndThrow() } }
    }
    #expect(toldLater == [.radioLeaked()])
  }
}
