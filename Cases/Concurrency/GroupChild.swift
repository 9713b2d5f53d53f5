import Dispatch
import LeakCatalogue
import Synchronization

/// A race against a timeout, in a task group.
public enum GroupChild: Case {
  public static let id = "concurrency/group-child"
  public static let question = "Does a timeout in a task group end the child that is too slow?"

  final class Scanner: Sendable {
    /// Looks for a second, whether it is cancelled or not.
    func scanStubbornly() async {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { continuation.resume() }
      }
    }

    /// Looks for a second, or until it is cancelled.
    func scan() async {
      try? await Task.sleep(for: .seconds(1))
    }

    /// The same with a continuation, which is resumed when the task is cancelled.
    func scanResumed() async {
      let wait = Wait()
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          wait.begin(continuation)
          DispatchQueue.global().asyncAfter(deadline: .now() + 1) { wait.end() }
        }
      } onCancel: {
        wait.end()
      }
    }

    func startResumed() -> Task<Void, Never> {
      Task { await Self.withTimeout { await self.scanResumed() } }
    }

    func startStubbornly() -> Task<Void, Never> {
      Task { await Self.withTimeout { await self.scanStubbornly() } }
    }

    func start() -> Task<Void, Never> {
      Task { await Self.withTimeout { await self.scan() } }
    }

    /// Returns when `work` is done, and is to return after 10 milliseconds even if it is not.
    private static func withTimeout(_ work: @escaping @Sendable () async -> Void) async {
      await withTaskGroup { group in
        group.addTask { await work() }
        group.addTask { try? await Task.sleep(for: .milliseconds(10)) }
        await group.next()
        group.cancelAll()
      }
    }
  }

  /// A continuation that is resumed once, by whoever comes first.
  final class Wait: Sendable {
    private let waiting = Mutex<CheckedContinuation<Void, Never>?>(nil)

    func begin(_ continuation: CheckedContinuation<Void, Never>) {
      waiting.withLock { $0 = continuation }
      if Task.isCancelled { end() }
    }

    func end() {
      let continuation = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
      continuation?.resume()
    }
  }

  public static let variants: [Variant] = [
    .late("ignores-cancellation", atLeast: .seconds(1)) {
      let scanner = Scanner()
      _ = scanner.startStubbornly()
      return scanner
    },
    .fixed("ends-when-cancelled") {
      var scanner = Scanner()
      await scanner.start().value
      // The task lets go of it on another thread, a moment later.
      while !isKnownUniquelyReferenced(&scanner) { await Task.yield() }
      return scanner
    },
    .fixed("resumed-when-cancelled") {
      var scanner = Scanner()
      await scanner.startResumed().value
      while !isKnownUniquelyReferenced(&scanner) { await Task.yield() }
      return scanner
    },
  ]

  public static let why = """
    A group returns when all of its children have ended, even after `cancelAll()`, which only asks them to end. A child that \
    waits for something that ignores cancellation goes on, and the group, the task around it and the scanner have to wait \
    for that child: the timeout has passed long ago, and has had no effect.
    """
  public static let fix = """
    Make the slow child react to cancellation, as `Task.sleep` does. A continuation does not react: wrap it in \
    `withTaskCancellationHandler`, and resume it in the handler.
    """
  public static let source: Source? = nil
}
