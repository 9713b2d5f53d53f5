import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// A method that is stored as one that may wait, and that others call from elsewhere.
@Suite(.slow, .disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct SentMethodEditTests {
  @MainActor private final class Screen {
    var load: (@Sendable () async -> Void)?
    var show: (@MainActor () -> Void)?

    func reload() {}
    func reloadSlowly() async {}

    func bind() { load = reload }
    func bindSlowly() { load = reloadSlowly }
    func bindHere() { show = reload }
  }

  @MainActor private static func edits(_ bind: (Screen) -> Void) async -> [String]? {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let screen = Screen()
      bind(screen)
      return screen
    }
    return report.leaks.first?.path?.edits.map(\.replacement)
  }

  /// The closure would have to wait for the main actor, and says nothing of it.
  @MainActor @Test func `One that does not wait itself`() async {
    #expect(await Self.edits { $0.bind() } == [])
  }

  @MainActor @Test func `One that waits, and one that is not sent`() async {
    #expect(
      await Self.edits { $0.bindSlowly() } == ["{ [weak self] in await self?.reloadSlowly() }"])
    #expect(await Self.edits { $0.bindHere() } == ["{ [weak self] in self?.reload() }"])
  }
}
