import LeakTesting
import Synchronization
import Testing

/// Whose work a task is that a static variable's objects alone can go on with.
@Suite(.leakFree) struct LastingWorkTests {
  private final class Note: Sendable {
    let isCancelled = Mutex(false)
  }

  /// What a server has begun for itself, and waits for, is its own for as long as it is there.
  fileprivate actor Pool {
    static let shared = Pool()

    fileprivate var ready: CheckedContinuation<Void, Never>?
    private var isStarted = false

    func start() {
      if isStarted { return }
      isStarted = true
      Task { await run() }
    }

    func finish() {
      ready?.resume()
      ready = nil
    }

    private func run() async {
      let note = Note()
      await withTaskCancellationHandler {
        await withCheckedContinuation { ready = $0 }
      } onCancel: {
        note.isCancelled.withLock { $0 = true }
      }
    }
  }

  @Test func `What a static's own task has is not told`() async throws {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      await Pool.shared.start()
      while await !Pool.shared.isWaiting { await Task.yield() }
    }
    #expect(report.leaks.map(\.headline) == [])
    await Pool.shared.finish()
  }

  /// It answers nobody before it is told to.
  private actor Server {
    static let shared = Server()

    private var requests: [CheckedContinuation<Int, Never>] = []
    var isAsked: Bool { !requests.isEmpty }

    func answer() async -> Int { await withCheckedContinuation { requests.append($0) } }

    func finish() {
      for request in requests { request.resume(returning: 1) }
      requests = []
    }
  }

  @MainActor private final class Screen {
    private var answer = 0
    private(set) var task: Task<Void, Never>?

    func load() -> Task<Void, Never> { Task { self.answer = await Server.shared.answer() } }
  }

  /// The task has captured what the static does not keep: it is the screen's.
  @Test func `What asks a static is told`() async throws {
    var task: Task<Void, Never>?
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      task = await Screen().load()
      while await !Server.shared.isAsked { await Task.yield() }
    }
    let told = report.leaks.map { String($0.headline.prefix { $0 != ":" }) }
    #expect(told == ["LastingWorkTests.Screen is held"])
    await Server.shared.finish()
    await task?.value
  }
}

extension LastingWorkTests.Pool {
  fileprivate var isWaiting: Bool { ready != nil }
}
