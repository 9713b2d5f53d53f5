import LeakTesting
import Testing

/// A singleton that an optimising compiler lays out among the data: what it is given outlives the test.
struct StaticObjectTests {
  private final class Item: Sendable {}

  private final class Cache: @unchecked Sendable {
    static let shared = Cache()
    var item: Item?
    let limit = 5
  }

  @Test(.leakFree(failingUncertain: true)) func whatItHasIsKept() {
    let item = Item()
    Cache.shared.item = item
    #expect(Cache.shared.limit == 5)
  }
}
