import LeakTesting
import Synchronization
import TestOrder
import Testing

/// Whose work a task is that a static variable's objects alone can go on with.
@Suite(.slow, .leakFree, .serialized) struct LastingWorkTests {
  /// What a server has begun for itself, and waits for, is its own for as long as it is there.
  private static let pool = WaitingPool()

  @Test func `What a static's own task has is not told`() async throws {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      await Self.pool.start()
      while await !Self.pool.isWaiting { await Task.yield() }
    }
    #expect(report.leaks.map(\.headline) == [])
    await Self.pool.finish()
  }

  /// It answers nobody before it is told to.
  private actor Server {
    static let shared = Server()

    private var requests: [CheckedContinuation<Int, Never>] = []
    var count: Int { requests.count }

    func answer() async -> Int { await withCheckedContinuation { requests.append($0) } }

    func finish() {
      for request in requests { request.resume(returning: 1) }
      requests = []
    }
  }

  private final class Screen: Sendable {
    private let answer = Mutex(0)

    func take(_ number: Int) { answer.withLock { $0 = number } }

    func load() -> Task<Void, Never> { Task { await self.take(Server.shared.answer()) } }

    /// It is strong for as long as the task waits.
    func loadWeakly() -> Task<Void, Never> {
      Task { [weak self] in
        guard let self else { return }
        await self.take(Server.shared.answer())
      }
    }

    static func loadAlone() -> Task<Void, Never> {
      Task {
        let screen = made()
        await screen.take(Server.shared.answer())
        withExtendedLifetime(screen) {}
      }
    }

    // An optimised build would make it when it is used first, after the task has waited.
    @inline(never) private static func made() -> Screen { Screen() }
  }

  /// The screen is the task's, or the test's: no static variable keeps it, nor what has begun the task.
  @Test(.slow, arguments: ["captured", "captured weakly", "made in the task"])
  func `What asks a static is told`(way: String) async throws {
    let before = await Server.shared.count
    var task: Task<Void, Never>?
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let screen = Screen()
      switch way {
      case "captured": task = screen.load()
      case "captured weakly": task = screen.loadWeakly()
      default: task = Screen.loadAlone()
      }
      while await Server.shared.count == before { await Task.yield() }
      withExtendedLifetime(screen) {}
    }
    let told = report.leaks.map { String($0.headline.prefix { $0 != ":" }) }
    #expect(told == ["LastingWorkTests.Screen is held"])
    await Server.shared.finish()
    await task?.value
  }

  /// Its task may make what it has captured weakly strong: that is a static's, too.
  private final class Feed: @unchecked Sendable {
    static let shared = Feed()

    final class Decoder: Sendable {
      func decode(_ number: Int) -> Int { number }
    }

    let (numbers, send) = AsyncStream<Int>.makeStream()
    private let sum = Mutex(0)
    private let task = Mutex<Task<Void, Never>?>(nil)
    private let forgotten = Mutex<Task<Void, Never>?>(nil)
    let count = Mutex(0)

    func begin() {
      let task = Task { [weak self, numbers] in
        let decoder = Self.made()
        self?.count.withLock { $0 += 1 }
        for await number in numbers { self?.sum.withLock { $0 += decoder.decode(number) } }
        withExtendedLifetime(decoder) {}
      }
      self.task.withLock { $0 = task }
    }

    /// Nobody can resume it.
    func forget() {
      let task = Task { await self.wait() }
      forgotten.withLock { $0 = task }
    }

    private func wait() async {
      let decoder = Self.made()
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in
        count.withLock { $0 += 1 }
      }
      withExtendedLifetime(decoder) {}
    }

    @inline(never) private static func made() -> Decoder { Decoder() }
  }

  @Test(.disabled(if: isOptimized, "an optimised build only guesses that the task has it"))
  func `What a static's task has is not told where it has the static weakly`() async {
    let feed = Feed.shared
    let before = feed.count.withLock(\.self)
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      feed.begin()
      while feed.count.withLock(\.self) == before { await Task.yield() }
    }
    feed.send.finish()
    #expect(report.leaks.map(\.headline) == [])
  }

  /// A word that another test has left may look like the continuation: then nobody can say. Hardly three times.
  @Test func `What a static's task has is told where nothing can go on with it`() async {
    let feed = Feed.shared
    var told: [String] = []
    for _ in 0..<3 where told.isEmpty {
      let before = feed.count.withLock(\.self)
      let report = await LeakDetector.detect(within: .milliseconds(50)) {
        feed.forget()
        while feed.count.withLock(\.self) == before { await Task.yield() }
      }
      told = report.leaks.map { String($0.headline.prefix { $0 != ":" }) }
    }
    #expect(told == ["LastingWorkTests.Feed.Decoder is held"])
  }
}
