import Dispatch
import LeakCatalogue

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

  public static let variants: [Variant] = [
    .late("ignores-cancellation", atLeast: .seconds(1)) {
      let scanner = Scanner()
      _ = scanner.startStubbornly()
      return scanner
    },
    .fixed("ends-when-cancelled") {
      var scanner = Scanner()
      await scanner.start().value
      // The task lets go on a thread of its own.
      while !isKnownUniquelyReferenced(&scanner) { await Task.yield() }
      return scanner
    },
  ]

  public static let why = """
    A group returns when all of its children have ended, also after `cancelAll()`, which only asks them to. A child that \
    waits for something that knows nothing of cancellation goes on, and the group, the task around it and the scanner wait \
    for that child: the timeout has passed long ago, and nothing came of it.
    """
  public static let fix = """
    Let the slow child notice that it is cancelled: `Task.sleep` and most of what can be awaited does. A continuation does \
    not: wrap it in `withTaskCancellationHandler`, and resume it there.
    """
  public static let source: Source? = nil
}
