import LeakHeapModel

/// What Swift concurrency keeps.
extension AdvicePattern {
  static let tasks = [
    AdvicePattern(
      "unfinished-stream", case: "concurrency/async-stream-continuation",
      matches: { context in
        context.isCapture && context.route.contains { asyncStreams.contains($0.source.nominalName) }
      },
      advice: {
        $0.weakCapture(
          "Or finish() the stream: until then it keeps onTermination and who reads it.")
      }),
    AdvicePattern(
      "unresumed-continuation", case: "concurrency/unresumed-continuation",
      matches: { $0.keepingTask == .continuation },
      advice: { context in
        context.advice(
          .call, "resume()",
          "on the continuation on every way out: until then its task keeps the \(context.target)",
          context.isCapture ? context.weakCapture().text : "")
      }),
    AdvicePattern(
      "stored-task", case: "concurrency/stored-task-for-await",
      matches: { $0.isCapture && $0.keepingTask == .handle },
      advice: {
        $0.weakCapture(
          "Or cancel() the task, or end what it waits for: it keeps its closure until then.")
      }),
    AdvicePattern(
      "strong-self-in-task", case: "concurrency/stored-task-for-await",
      matches: { !$0.isCapture && $0.suspect.owner.kind == .task },
      advice: { context in
        context.advice(
          .rewrite, nil,
          "The running task keeps the \(context.target), perhaps by a guard let self above its loop. Unwrap a "
            + "weak self in each turn of the loop, or cancel() the task when the \(context.target) is no longer "
            + "needed.")
      }),
  ]

  private static let asyncStreams: Set = [
    "Swift.AsyncStream._Storage", "Swift.AsyncThrowingStream._Storage",
  ]
}

extension SuspectContext {
  /// How the task that keeps the suspect is kept itself.
  enum KeepingTask {
    /// By a handle, `Task`.
    case handle
    /// By a continuation that resumes it.
    case continuation
  }

  /// How the task on the route is kept, or `nil` where there is none.
  var keepingTask: KeepingTask? {
    guard let task = route.first(where: { $0.target.kind == .task }) else { return nil }
    return task.label.path.hasSuffix("_task") ? .handle : .continuation
  }
}
