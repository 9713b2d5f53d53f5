/// How far a task is that has not finished.
package struct TaskStory: Sendable, Hashable {
  /// What a task waits for.
  package enum Wait: String, Sendable, Hashable, CaseIterable {
    /// It does not wait: a thread runs it.
    case running
    /// A continuation is to be resumed.
    case continuation
    /// A continuation was to be resumed, and nothing has it any more.
    case droppedContinuation
    /// The same, but for words without a type in functions that wait for the check, or in memory of unknown use.
    case probablyDroppedContinuation
    case sleep
    case stream
    case task
    case taskGroup
    case childTask
    /// An actor that is busy, or a thread.
    case executor
    /// A check that another test has made.
    case check

    /// Whether it is a continuation that is to be resumed, by somebody or by nobody.
    package var isForContinuation: Bool {
      self == .continuation || self == .droppedContinuation || self == .probablyDroppedContinuation
    }

    /// Whether it is another task that is to end.
    package var isForTask: Bool { self == .task || self == .taskGroup || self == .childTask }
  }

  /// An address in the code of the program's function that it is in: where that goes on.
  package var code: UInt?
  package var wait: Wait?
  /// Whether it has been cancelled already.
  package var isCancelled = false
  /// Whether it waits for the check that asks: the test's own task.
  package var isCallers = false
  /// Whether it is a value bound to a task-local variable that it keeps.
  package var isTaskLocal = false
}

extension TaskStory {
  /// The story of the task at `task` in a copy. `frames` are the functions that it is suspended in, innermost first.
  init(ofTask task: UInt, _ frames: [AsyncFrame], in copy: ProcessCopy) {
    let functions = frames.map { AsyncCode(at: $0.code) }
    // What the standard library has in the program's image is not the program's.
    let own = frames.firstIndex(where: \.isProgram)
    code = own.map { frames[$0].code }
    let copied = CopiedTask(at: task, in: copy)
    isCancelled = copied?.isCancelled ?? false
    switch copied?.state {
    case .running: wait = .running
    case .enqueued: wait = .executor
    case .suspended:
      wait = Self.wait(
        resumption: CopiedTask.resumption(ofTaskAt: task, in: copy),
        functions.prefix(own ?? 0).compactMap { $0?.demangled })
      // Where the function is inlined that makes the continuation, the task goes on with what the continuation's context says.
      // A library's function has continuations of its own: `Task.yield()` for one.
      if wait == nil, own == 0, frames[0].entryContext != frames[0].context {
        wait = .continuation
      }
    case .complete, nil: wait = nil
    }
  }

  /// What a task waits for that is to go on with the function `resumption`, by the functions of libraries that it is suspended in,
  /// innermost first.
  ///
  /// Sources: `Task.cpp`, `TaskGroup.cpp` and `AsyncLet.cpp` in `stdlib/public/Concurrency` of the Swift repository for what
  /// the runtime resumes tasks with; the names of the standard library's functions.
  private static func wait(resumption: String?, _ callees: [String]) -> Wait? {
    func calls(_ name: String) -> Bool { callees.contains { $0.contains(name) } }
    if calls(".sleep(") || calls("._sleep(") { return .sleep }
    if calls("AsyncStream") || calls("AsyncThrowingStream") { return .stream }
    if calls("TaskGroup") { return .taskGroup }
    if calls("Continuation<") || calls("Continuation(") { return .continuation }
    guard let resumption else { return nil }
    if resumption.contains("group_wait") { return .taskGroup }
    if resumption.contains("asyncLet") { return .childTask }
    return resumption.contains("future_wait") ? .task : nil
  }
}

extension AsyncFrame {
  /// Whether it is a function under test, and neither the kit's nor what the standard library has in the program's image.
  var isProgram: Bool { AsyncCode(at: code)?.isProgram ?? false }
}
