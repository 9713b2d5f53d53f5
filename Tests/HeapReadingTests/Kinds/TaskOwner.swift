final class TaskOwner: Fixture, @unchecked Sendable {
  @TaskLocal static var current: TaskOwner?

  var count = 0
  let stage = Stage()
  var task: Task<Void, Never>?
  var result: Task<TaskOwner, Never>?
  var failure: Task<Void, any Error>?
  var source: AsyncStream<Int>.Continuation?
  let parked = Parked()

  /// Makes a task, which does not run yet.
  func start(_ work: sending @escaping @isolated(any) () async -> Void) {
    task = Task.detached(executorPreference: stage, operation: work)
  }

  /// Makes a task, and runs it until it waits.
  func run(_ work: sending @escaping @isolated(any) () async -> Void) {
    start(work)
    stage.run()
  }

  /// Runs a task whose child waits for a stream, and keeps the owner alive or not.
  func runChild(keeping isKept: Bool) {
    run { [weakly = WeakOwner(self), stream = stream()] in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          if isKept {
            guard let owner = weakly.owner else { return }
            for await number in stream { owner.count = number }
          } else {
            for await number in stream { weakly.owner?.count = number }
          }
        }
      }
    }
  }

  /// Runs a task that waits for a stream, and others that wait for it, one after the other.
  func runWaiters(_ works: [@Sendable () -> Void]) {
    let task = Task.detached(executorPreference: stage) { [stream = stream()] in
      for await _ in stream {}
    }
    for work in works {
      _ = Task.detached(executorPreference: stage) {
        await task.value
        work()
      }
      stage.run()
    }
    self.task = task
  }

  /// A stream that yields nothing, until the owner is severed.
  func stream() -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    source = continuation
    return stream
  }

  func sever() {
    task?.cancel()
    source?.finish()
    parked.checked?.resume()
    parked.unsafe?.resume()
    (task, source, result, failure) = (nil, nil, nil, nil)
    (parked.checked, parked.unsafe) = (nil, nil)
    stage.run()
  }
}

/// The continuations of tasks that wait until they are resumed by hand.
final class Parked: @unchecked Sendable {
  var checked: CheckedContinuation<Void, Never>?
  var unsafe: UnsafeContinuation<Void, Never>?
}

/// What child tasks share: they may have no weak variable in common.
struct WeakOwner: @unchecked Sendable {
  private(set) weak var owner: TaskOwner?

  init(_ owner: TaskOwner?) { self.owner = owner }

  /// Keeps the owner alive from the first moment on.
  func takeNumbers(from stream: AsyncStream<Int>) async {
    guard let owner else { return }
    for await number in stream { owner.count = number }
  }
}

/// An error that refers to what failed.
struct TaskFailure: Error {
  var owner: TaskOwner
}
