import Testing

@testable import LeakHeapReading

@Suite struct AsyncFunctionTests {
  @Test(arguments: [
    "Shop.Cart.load(from: Swift.Int) async throws -> Swift.Int",
    "Shop.wait() async -> ()",
    "closure #1 (Swift.Int) async -> () in Shop.Cart.load() -> ()",
  ]) func `An asynchronous function is told by its text`(_ text: String) {
    #expect(text.isTextOfAsyncFunction)
  }

  @Test(arguments: [
    "Shop.load() -> () async -> ()",
    "Shop.load(then: () async -> ()) -> ()",
    "closure #1 () -> () in Shop.Cart.load() async throws -> Swift.Int",
    "Shop.Cart.total.getter : Swift.Int",
  ]) func `What it has in it, or returns, makes it none`(_ text: String) {
    #expect(!text.isTextOfAsyncFunction)
  }
}
