import Foundation
import Testing

/// References in tasks that have not finished: but for task-local values they have no metadata, so whatever looks like a reference
/// is marked `?`.
///
/// The tasks run when the test tells them to, so that it knows where they wait. An unfinished task owns
/// itself, until whoever can resume it lets go: of two retains of a task that nothing waits for one is found.
///
/// A frame may have words from before, in memory that was another task's: by chance they lead to the owner as well, and the fixture is
/// made again.
struct TaskTests {
  @Test("kinds: task", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check(attempts: 4) }

  static let kinds: [Kind] =
    started + asleep + streaming + childTasks + waiters + continuations + finished

  @KindList private static var started: [Kind] {
    Kind("not started", frameOrContext(task, ownsItself)) {
      try readTask { owner in owner.start { owner.count += 1 } }
    }
    Kind("not started, [weak]", [Reading(nil)], twin: frameOrContext(task, ownsItself)) {
      try readTask { owner in owner.start { [weak owner] in owner?.count += 1 } }
    } readTwin: {
      try readTask { owner in owner.start { [owner] in owner.count += 1 } }
    }
    Kind("a task-local value, inherited", [boundInTask]) {
      try readTask { owner in
        TaskOwner.$current.withValue(owner) {
          owner.task = Task(executorPreference: owner.stage) {}
        }
      }
    }
    Kind(
      "a task-local value, detached", [Reading(nil)], twin: [boundInTask]
    ) {
      try readTask { owner in TaskOwner.$current.withValue(owner) { owner.start {} } }
    } readTwin: {
      try readTask { owner in
        TaskOwner.$current.withValue(owner) {
          owner.task = Task(executorPreference: owner.stage) {}
        }
      }
    }
  }

  @KindList private static var asleep: [Kind] {
    Kind("suspended in sleep", keptAsleep) {
      try readTask { owner in
        owner.run {
          try? await Task.sleep(for: .seconds(1000))
          owner.count += 1
        }
      }
    }
    Kind("suspended in sleep, [weak]", [Reading(nil)], twin: keptAsleep) {
      try readTask { owner in
        owner.run { [weak owner] in
          try? await Task.sleep(for: .seconds(1000))
          owner?.count += 1
        }
      }
    } readTwin: {
      try readTask { owner in
        owner.run { [owner] in
          try? await Task.sleep(for: .seconds(1000))
          owner.count += 1
        }
      }
    }
    Kind("suspended in sleep, [weak] and guard let", [inFrame(task, ownsItself)]) {
      try readTask { owner in
        owner.run { [weak owner] in
          guard let owner else { return }
          try? await Task.sleep(for: .seconds(1000))
          owner.count += 1
        }
      }
    }
  }

  @KindList private static var streaming: [Kind] {
    Kind("for await", frameOrContext(task)) {
      try readTask { owner in
        owner.run { [stream = owner.stream()] in
          for await number in stream { owner.count = number }
        }
      }
    }
    Kind("for await, [weak]", [Reading(nil)], twin: frameOrContext(task)) {
      try readTask { owner in
        owner.run { [weak owner, stream = owner.stream()] in
          for await number in stream { owner?.count = number }
        }
      }
    } readTwin: {
      try readTask { owner in
        owner.run { [owner, stream = owner.stream()] in
          for await number in stream { owner.count = number }
        }
      }
    }
    Kind("for await, [weak] and guard let", [inFrame(task)]) {
      try readTask { owner in
        owner.run { [weak owner, stream = owner.stream()] in
          guard let owner else { return }
          for await number in stream { owner.count = number }
        }
      }
    }
  }

  @KindList private static var childTasks: [Kind] {
    // The group that resumes the outer task is a part of its frame.
    Kind("a task group's child", [child]) {
      try readTask { owner in owner.runChild(keeping: true) }
    }
    Kind(
      "a task group's child, [weak]", [Reading(nil)],
      twin: [child]
    ) {
      try readTask { owner in owner.runChild(keeping: false) }
    } readTwin: {
      try readTask { owner in owner.runChild(keeping: true) }
    }
    // The child resumes the outer task. The optimizer keeps one word for two retains.
    Kind(
      "async let", [inFrame(inChild), inFrame(inChild, ["TaskOwner has 3 retains, 2 were found"])]
    ) {
      try readTask { owner in
        owner.run { [weakly = WeakOwner(owner), stream = owner.stream()] in
          async let numbers: Void = weakly.takeNumbers(from: stream)
          await numbers
        }
      }
    }
  }

  /// The owner's task waits for a stream and keeps nothing. Only its end resumes what waits for it.
  @KindList private static var waiters: [Kind] {
    Kind("waits for another task", waiting(waiter)) {
      try readTask { owner in owner.runWaiters([{ owner.count += 1 }]) }
    }
    Kind("waits for another task, as others do", waiting(waiter)) {
      try readTask { owner in owner.runWaiters([{ owner.count += 1 }, {}]) }
    }
    Kind("waits for another task, [weak]", [Reading(nil)], twin: waiting(waiter)) {
      try readTask { owner in owner.runWaiters([{ [weak owner] in owner?.count += 1 }]) }
    } readTwin: {
      try readTask { owner in owner.runWaiters([{ [owner] in owner.count += 1 }]) }
    }
  }

  private static let checked =
    "TaskOwner -.parked-> Parked -.checked.canary-> Swift.CheckedContinuationCanary "
    + "-.continuation*-> Task"
  private static let unsafe = "TaskOwner -.parked-> Parked -.unsafe.context*-> Task"

  @KindList private static var continuations: [Kind] {
    Kind("CheckedContinuation, no task handle", frameOrContext(checked)) {
      try readTask { owner in
        owner.run {
          await withCheckedContinuation { owner.parked.checked = $0 }
          owner.count += 1
        }
        owner.task = nil
      }
    }
    Kind("CheckedContinuation and its task", frameOrContext(task)) {
      try readTask { owner in
        owner.run {
          await withCheckedContinuation { owner.parked.checked = $0 }
          owner.count += 1
        }
      }
    }
    Kind("UnsafeContinuation, no task handle", frameOrContext(unsafe)) {
      try readTask { owner in
        owner.run {
          await withUnsafeContinuation { owner.parked.unsafe = $0 }
          owner.count += 1
        }
        owner.task = nil
      }
    }
    Kind("UnsafeContinuation, [weak]", [Reading(nil)], twin: frameOrContext(unsafe)) {
      try readTask { owner in
        owner.run { [weak owner, parked = owner.parked] in
          await withUnsafeContinuation { parked.unsafe = $0 }
          owner?.count += 1
        }
        owner.task = nil
      }
    } readTwin: {
      try readTask { owner in
        owner.run { [owner] in
          await withUnsafeContinuation { owner.parked.unsafe = $0 }
          owner.count += 1
        }
        owner.task = nil
      }
    }
  }

  @KindList private static var finished: [Kind] {
    Kind("finished", [Reading(nil)], twin: frameOrContext(task)) {
      try readTask { owner in owner.run { owner.count += 1 } }
    } readTwin: {
      try readTask { owner in
        owner.run { [stream = owner.stream()] in
          for await number in stream { owner.count = number }
        }
      }
    }
    Kind(
      "finished with itself as its value",
      [Reading("TaskOwner -.result._task-> Task -content.value-> TaskOwner")]
    ) {
      try readTask { owner in
        owner.result = Task.detached(executorPreference: owner.stage) { owner }
        owner.stage.run()
      }
    }
    Kind(
      "finished with itself in its error",
      [
        Reading(
          "TaskOwner -.failure._task-> Task -content.error-> error box -content.owner-> TaskOwner")
      ]
    ) {
      try readTask { owner in
        owner.failure = Task.detached(executorPreference: owner.stage) {
          throw TaskFailure(owner: owner)
        }
        owner.stage.run()
      }
    }
  }

  // MARK: - What is expected

  private static let task = "TaskOwner -.task._task-> Task"
  private static let keptAsleep = frameOrContext(task, ownsItself)
  private static let waiter = "\(task) -content.waiter-> Task"
  private static let inChild = "\(task) -content.frame?-> Task"
  private static let child = inFrame(inChild, ownsItself)
  private static let boundInTask = Reading(
    "\(task) -content.taskLocal-> TaskOwner", unexplained: ownsItself)
  /// As ``frameOrContext(_:_:)``, or by a context that the function has on its own: what it is to do when the other task has ended.
  private static func waiting(_ start: String) -> [Reading] {
    frameOrContext(start) + [
      Reading("\(start) -content.frame?-> closure context -capture 0()-> TaskOwner")
    ]
  }

  private static let ownsItself = ["Task has 2 retains, 1 were found"]

  /// The path that begins with `start`, which ends in a task, and from there to the owner by a function's frame.
  private static func inFrame(_ start: String, _ unexplained: [String] = []) -> Reading {
    Reading("\(start) -content.frame?-> TaskOwner", unexplained: unexplained)
  }

  /// As ``inFrame(_:_:)``, or by whichever way the optimizer left: the context of the function's closure, which
  /// it may have wrapped: one that has one capture, and that nothing else refers to as a function's, is told as a box.
  private static func frameOrContext(_ start: String, _ unexplained: [String] = []) -> [Reading] {
    let capture = "closure context -capture"
    let wrapped = ["\(capture) 0()", "box -content()"].flatMap { [$0, "\($0)-> \(capture) 0()"] }
    let contexts = wrapped.flatMap { [$0, "\($0)-> \(capture) 1", "\($0)-> \(capture) 2"] }
    return [inFrame(start, unexplained)]
      + contexts.map { context in
        Reading("\(start) -content.context()?-> \(context)-> TaskOwner", unexplained: unexplained)
      }
  }

  /// Reads an owner, however much it reaches, and leaves out what could not be read of that: a stale word in
  /// a task's frame leads anywhere, also to what other threads rewrite.
  ///
  /// Another thread may refer to a task for a moment: one that sets its timer, for a task that sleeps. On a busy machine that takes a
  /// while, and a later attempt gives it time.
  private static func readTask(wire: (TaskOwner) -> Void) throws -> Reading {
    let pauses: [UInt32] = [0, 10, 100, 1000]
    var reading = try read(TaskOwner.self, limit: nil) { owner in
      wire(owner)
      usleep(pauses[Kind.attempt] * 1000)
    }
    reading.unread = []
    return reading
  }
}
