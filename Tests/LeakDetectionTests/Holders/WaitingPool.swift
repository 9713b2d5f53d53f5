import Synchronization

/// What tests have in static variables: it begins a task for itself, which waits until the pool is told to finish.
actor WaitingPool {
  private final class Note: Sendable {
    let isCancelled = Mutex(false)
  }

  /// A result that takes as much room as what is before the closure of a task.
  private struct Four {
    var (one, two, three, four) = (1, 2, 3, 4)
  }

  private var ready: CheckedContinuation<Void, Never>?
  var isWaiting: Bool { ready != nil }

  /// Begins the task, on the thread on which `prepare` has just run.
  func start(after prepare: @Sendable () -> Void = {}) {
    prepare()
    Task { await run() }
  }

  /// The same with a task that has a result.
  func startForFour(after prepare: @Sendable () -> Void) {
    prepare()
    Task {
      await run()
      return Four()
    }
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
