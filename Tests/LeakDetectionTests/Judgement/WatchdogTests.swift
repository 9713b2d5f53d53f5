import LeakTesting
import Synchronization
import TestOrder
import Testing

/// A task that ends another one after a while, and is kept by the object that the other one keeps.
@Suite(.disabled(if: isOptimized, "What a task keeps is told by other words."))
struct WatchdogTests {
  private final class Loader: Sendable {
    private let answer = Mutex<UnsafeContinuation<Void, Never>?>(nil)
    private let loading = Mutex<Task<Void, Never>?>(nil)
    private let watchdog = Mutex<Task<Void, Never>?>(nil)
    private let waiting = Atomic(0)

    var task: Task<Void, Never>? { loading.withLock(\.self) }

    func comeToRest(_ tasks: Int) async {
      while waiting.load(ordering: .relaxed) < tasks { await Task.yield() }
    }

    /// Only the answer resumes the task that is loading, and only the loader has that.
    func load() {
      let task = Task {
        await withUnsafeContinuation { continuation in
          self.answer.withLock { $0 = continuation }
          self.waiting.add(1, ordering: .relaxed)
        }
      }
      loading.withLock { $0 = task }
      Task {
        self.waiting.add(1, ordering: .relaxed)
        await task.value
      }
    }

    func watch() {
      let task = Task { [weak self] in
        let loading = self?.task
        self?.waiting.add(1, ordering: .relaxed)
        try? await Task.sleep(for: .seconds(1000))
        loading?.cancel()
      }
      watchdog.withLock { $0 = task }
    }

    func stop() {
      watchdog.withLock { $0?.cancel() }
      answer.withLock { $0?.resume() }
    }
  }

  @Test(.slow, arguments: [false, true])
  func whoHasTheTaskMayEndIt(isWatched: Bool) async {
    weak var loader: Loader?
    let report = await LeakDetector.detect(within: .milliseconds(300)) {
      let made = Loader()
      loader = made
      made.load()
      if isWatched { made.watch() }
      await made.comeToRest(isWatched ? 3 : 2)
      return made
    }
    loader?.stop()
    #expect(
      report.leaks.map { $0.headline.prefix { $0 != ":" } } == [
        isWatched ? "WatchdogTests.Loader is held" : "WatchdogTests.Loader leaked"
      ])
  }
}
