import Support
import Testing

typealias Player = Support.Player

struct SupportedTests {
  @Test func fromLibrary() {
    expectPlayerGoes { $0.start() }
  }
}
