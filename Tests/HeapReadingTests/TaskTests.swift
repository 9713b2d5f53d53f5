import Testing

/// References in tasks that have not finished: they have no metadata, so whatever looks like a reference is
/// marked `?`.
///
/// The tasks run when the test tells them to, so that it knows where they wait. An unfinished task owns
/// itself, until whoever can resume it lets go: of two retains of a task that nothing waits for one is found.
struct TaskTests {
  // MARK: - Not started

  @Test func tasksThatHaveNotStarted() throws {
    let strong = try readTask { owner in
      owner.task = Task.detached(executorPreference: owner.stage) { owner.count += 1 }
    }
    expect(strong, "TaskOwner -.task._task-> Task", unexplained: Self.ownsItself)
    let weak = try readTask { owner in
      owner.task = Task.detached(executorPreference: owner.stage) { [weak owner] in
        owner?.count += 1
      }
    }
    #expect(weak == Reading(path: nil, unread: [], unexplained: []))
  }

  @Test func taskLocalValues() throws {
    let inherited = try readTask { owner in
      TaskOwner.$current.withValue(owner) {
        owner.task = Task(executorPreference: owner.stage) {}
      }
    }
    #expect(
      inherited
        == Reading(
          path: "TaskOwner -.task._task-> Task -content.frame?-> TaskOwner",
          unread: [], unexplained: Self.ownsItself))
    let detached = try readTask { owner in
      TaskOwner.$current.withValue(owner) {
        owner.task = Task.detached(executorPreference: owner.stage) {}
      }
    }
    #expect(detached == Reading(path: nil, unread: [], unexplained: []))
  }

  // MARK: - Suspended

  @Test func tasksThatWaitForAStream() throws {
    let strong = try readTask { owner in
      owner.task = Task.detached(executorPreference: owner.stage) { [stream = owner.stream()] in
        for await number in stream { owner.count = number }
      }
      owner.stage.run()
    }
    expect(strong, "TaskOwner -.task._task-> Task")
    let weak = try readTask { owner in
      owner.task = Task.detached(executorPreference: owner.stage) {
        [weak owner, stream = owner.stream()] in
        for await number in stream { owner?.count = number }
      }
      owner.stage.run()
    }
    #expect(weak == Reading(path: nil, unread: [], unexplained: []))
    let unwrapped = try readTask { owner in
      owner.task = Task.detached(executorPreference: owner.stage) {
        [weak owner, stream = owner.stream()] in
        guard let owner else { return }
        for await number in stream { owner.count = number }
      }
      owner.stage.run()
    }
    #expect(
      unwrapped
        == Reading(
          path: "TaskOwner -.task._task-> Task -content.frame?-> TaskOwner",
          unread: [], unexplained: []))
  }

  @Test func childTasks() throws {
    let strong = try readTask { owner in
      owner.task = Task.detached(executorPreference: owner.stage) {
        [weak owner, stream = owner.stream()] in
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            guard let owner else { return }
            for await number in stream { owner.count = number }
          }
        }
      }
      owner.stage.run()
    }
    // The group that resumes the outer task is a part of its frame.
    #expect(
      strong
        == Reading(
          path: "TaskOwner -.task._task-> Task -content.frame?-> Task -content.frame?-> TaskOwner",
          unread: [], unexplained: Self.ownsItself))
    let weak = try readTask { owner in
      owner.task = Task.detached(executorPreference: owner.stage) {
        [weak owner, stream = owner.stream()] in
        await withTaskGroup(of: Void.self) { group in
          group.addTask { for await number in stream { owner?.count = number } }
        }
      }
      owner.stage.run()
    }
    #expect(weak == Reading(path: nil, unread: [], unexplained: []))
  }

  // MARK: - Continuations

  @Test func continuationsNeverResumed() throws {
    let checked = try readTask { owner in
      _ = Task.detached(executorPreference: owner.stage) {
        await withCheckedContinuation { owner.parked.checked = $0 }
        owner.count += 1
      }
      owner.stage.run()
    }
    expect(
      checked,
      "TaskOwner -.parked-> Parked -.checked.canary-> Swift.CheckedContinuationCanary "
        + "-.continuation*-> Task")
    let unsafe = try readTask { owner in
      _ = Task.detached(executorPreference: owner.stage) {
        await withUnsafeContinuation { owner.parked.unsafe = $0 }
        owner.count += 1
      }
      owner.stage.run()
    }
    expect(unsafe, "TaskOwner -.parked-> Parked -.unsafe.context*-> Task")
    let weak = try readTask { owner in
      _ = Task.detached(executorPreference: owner.stage) { [weak owner, parked = owner.parked] in
        await withUnsafeContinuation { parked.unsafe = $0 }
        owner?.count += 1
      }
      owner.stage.run()
    }
    #expect(weak == Reading(path: nil, unread: [], unexplained: []))
  }

  private static let ownsItself = ["Task has 2 retains, 1 were found"]

  /// Expects a path that begins with `start`, which ends in a task, and from there to the owner by whichever
  /// way the optimizer left: the function's frame, or the context of its closure, which it may have wrapped.
  /// A context that nothing refers to as a function's, and that has one capture, is told as a box.
  private func expect(
    _ reading: Reading, _ start: String, unexplained: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let contexts = ["closure context -capture 0()", "box -content()"]
    let ways =
      ["frame?"]
      + contexts.flatMap { context in
        ["context?-> \(context)", "context?-> \(context)-> closure context -capture 1"]
      }
    let readings = ways.map { way in
      Reading(
        path: "\(start) -content.\(way)-> TaskOwner", unread: [], unexplained: unexplained)
    }
    #expect(readings.contains(reading), "\(reading)", sourceLocation: sourceLocation)
  }

  /// Reads an owner, however much it reaches, and leaves out what could not be read of that: a stale word in
  /// a task's frame leads anywhere, also to what other threads rewrite.
  private func readTask(wire: (TaskOwner) -> Void) throws -> Reading {
    var reading = try read(TaskOwner.self, limit: nil, wire: wire)
    reading.unread = []
    return reading
  }
}

// MARK: - Fixtures

final class TaskOwner: Fixture, @unchecked Sendable {
  @TaskLocal static var current: TaskOwner?

  var count = 0
  let stage = Stage()
  var task: Task<Void, Never>?
  var source: AsyncStream<Int>.Continuation?
  let parked = Parked()

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
    (task, source) = (nil, nil)
    (parked.checked, parked.unsafe) = (nil, nil)
    stage.run()
  }
}

/// The continuations of tasks that wait until they are resumed by hand.
final class Parked: @unchecked Sendable {
  var checked: CheckedContinuation<Void, Never>?
  var unsafe: UnsafeContinuation<Void, Never>?
}
