import LeakCatalogue
import Synchronization

/// Work that is told when its task is cancelled.
public enum CancellationHandler: Case {
  public static let id = "concurrency/cancellation-handler"
  public static let question =
    "Does the handler of `withTaskCancellationHandler` need `[weak self]`?"

  final class Export: Sendable {
    private let isStopped = Mutex(false)
    private let isStarted = Mutex(false)

    var hasStarted: Bool { isStarted.withLock { $0 } }

    func run() async {
      await withTaskCancellationHandler {
        await work()
      } onCancel: {
        self.stop()
      }
    }

    func runWithWeakHandler() async {
      await withTaskCancellationHandler {
        await work()
      } onCancel: { [weak self] in
        self?.stop()
      }
    }

    /// Takes a second, or until the task is cancelled.
    private func work() async {
      isStarted.withLock { $0 = true }
      try? await Task.sleep(for: .seconds(1))
    }

    private func stop() {
      isStopped.withLock { $0 = true }
    }
  }

  /// Makes an export that is at work.
  static func running(
    _ run: @escaping @Sendable (Export) async -> Void
  ) async -> (export: Export, task: Task<Void, Never>) {
    let export = Export()
    let task = Task { await run(export) }
    while !export.hasStarted { await Task.yield() }
    return (export, task)
  }

  public static let variants: [Variant] = [
    .late("strong-self", atLeast: .seconds(1)) {
      await running { await $0.run() }.export
    },
    .late("weak-self-in-the-handler", atLeast: .seconds(1)) {
      await running { await $0.runWithWeakHandler() }.export
    },
    .fixed("cancelled") {
      var (export, task) = await running { await $0.run() }
      task.cancel()
      await task.value
      // The task lets go of it on another thread, a moment later.
      while !isKnownUniquelyReferenced(&export) { await Task.yield() }
      return export
    },
  ]

  public static let why = """
    The handler lives as long as the operation that is passed with it. That operation calls a method of the export, and needs \
    the export for just as long: the strong reference in the handler adds nothing, and a weak one would change nothing. When the \
    operation has ended, the handler is gone, whether it was called or not.
    """
  public static let fix = """
    Nothing to fix. If the export is to go earlier, cancel the task: that is what the handler is for.
    """
  public static let source: Source? = nil
}
