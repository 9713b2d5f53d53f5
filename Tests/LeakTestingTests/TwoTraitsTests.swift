import LeakTesting
import Testing

/// Two traits apply to a test: that of the suite waits for less than its own, and ignores less.
@Suite(.leakFree) struct TwoTraitsTests {
  private final class Shelf {
    var shelf: Shelf?
  }

  private final class Shop: Sendable {
    func open() {
      let shelf = Shelf()
      shelf.shelf = shelf
    }
  }

  /// The innermost waits for the task, which then makes what that one ignores.
  @Test(.leakFree(within: .seconds(600), ignoring: [.type("Shelf")]))
  func whatIsMadeWhileTheInnermostWaits() {
    let shop = Shop()
    Task {
      try await Task.sleep(for: .milliseconds(100))
      shop.open()
    }
  }
}
