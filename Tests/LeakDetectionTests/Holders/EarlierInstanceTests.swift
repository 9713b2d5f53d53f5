import LeakTesting
import Synchronization
import TestOrder
import Testing

/// Instances from before a check, for which a task of its body waits: the test still has them.
@Suite(.slow, .disabled(if: isOptimized, "what the test still has is nowhere named there"))
struct EarlierInstanceTests {
  private final class Server: Sendable {
    let waiting = Mutex<[CheckedContinuation<Int, Never>]>([])

    func load() async -> Int {
      await withCheckedContinuation { continuation in
        waiting.withLock { $0.append(continuation) }
      }
    }

    func answer() {
      for continuation in waiting.withLock(\.self) { continuation.resume(returning: 0) }
    }
  }

  private actor Store {
    var waiting: [CheckedContinuation<Int, Never>] = []

    func load() async -> Int { await withCheckedContinuation { waiting.append($0) } }

    func answer() {
      for continuation in waiting { continuation.resume(returning: 0) }
    }
  }

  private final class Item: Sendable {
    let value = Atomic(0)
    func show(_ value: Int) { self.value.store(value, ordering: .relaxed) }
  }

  private static func headline(of report: LeakReport) -> [String] {
    report.leaks.map {
      String($0.report.prefix { $0 != "\n" }).replacing(#/, [^ ]+\.swift:\d+/#, with: "")
    }
  }

  @Test(.ofLibrarySymbols) func aNamedObjectOfTheTask() async {
    let server = Server()
    let report = await LeakDetector.detect(within: .milliseconds(200)) {
      let item = Item()
      trackForLeaks(item, label: "item")
      Task { item.show(await server.load()) }
      await Task.yield()
    }
    server.answer()
    #expect(
      Self.headline(of: report) == [
        """
        EarlierInstanceTests.Item "item" is held: 1 instance is kept alive by an unfinished Task that waits for a continuation in \
        EarlierInstanceTests.Server.load() (closure #1 in closure #1 in EarlierInstanceTests.aNamedObjectOfTheTask()).
        """
      ])
  }

  @Test(.ofLibrarySymbols) func anObjectOfTheTask() async {
    let store = Store()
    let report = await LeakDetector.detect(within: .milliseconds(200)) {
      let item = Item()
      Task { item.show(await store.load()) }
      await Task.yield()
    }
    await store.answer()
    #expect(
      Self.headline(of: report) == [
        """
        EarlierInstanceTests.Item is held: 1 instance is kept alive by an unfinished Task that waits for a continuation in \
        EarlierInstanceTests.Store.load() (closure #1 in closure #1 in EarlierInstanceTests.anObjectOfTheTask()).
        """
      ])
  }
}
