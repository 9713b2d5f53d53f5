import LeakHeapModel

/// What Swift concurrency keeps.
extension AdvicePattern {
  static let tasks = [
    AdvicePattern(
      "unfinished-stream", case: "concurrency/async-stream-continuation",
      matches: { context in
        context.isCapture && context.route.contains { isStream($0.source) }
      },
      advice: { context in
        guard !context.isFunctionOfToolchain else {
          return context.advice(
            .call, "finish()",
            "on the stream's continuation when nothing more comes, and read the rest: until then the stream keeps "
              + "onTermination, who reads it, and what it has to give")
        }
        // Who reads the stream is no object that could be captured weakly.
        guard !context.leadsToTask else {
          return context.advice(
            .call, "finish()",
            "on the stream's continuation when nothing more comes, or cancel() the task that reads it: until then the stream keeps "
              + "onTermination and the task")
        }
        return context.weakCapture(
          "Or finish() the stream: until then it keeps onTermination and who reads it.")
      }),
    AdvicePattern(
      "unfinished-stream", case: "concurrency/async-stream-continuation",
      matches: { context in
        !context.isCapture && context.keepingTask == nil
          && context.route.contains { isStream($0.source) }
      },
      advice: { context in
        context.advice(
          .rewrite, nil,
          "Read what the stream has to give, or give it nothing that refers to the \(context.target): it keeps each element until that "
            + "is read, also after finish().")
      }),
    AdvicePattern(
      "unresumed-continuation", case: "concurrency/unresumed-continuation",
      matches: { $0.keepingTask == .continuation },
      advice: { context in
        let kept = context.leadsToTask ? "what it uses" : "the \(context.target)"
        // Who only waits in another package's function cannot resume what that has.
        let isForeign = context.keepsContinuationElsewhere
        return context.advice(
          .call, isForeign ? "cancel()" : "resume()",
          isForeign
            ? "on the waiting task, if that ends its wait: until then the task keeps \(kept)"
            : "on the continuation on every path: until then its task keeps \(kept)",
          // Where the object has the continuation itself, the task waits in a method of its, which keeps it. A continuation cannot be
          // captured weakly.
          context.isCapture && context.drafts.count > 2 && !context.leadsToTask
            && !context.isOfWholeValue
            ? context.weakCapture().text : "")
      }),
    AdvicePattern(
      "stored-task", case: "concurrency/stored-task-for-await",
      matches: { $0.isCapture && $0.keepingTask == .handle && !$0.isResultOfTask },
      advice: { context in
        context.weakCapture(
          context.waitsForCheckedContinuation
            ? "Or resume() the continuation that the task waits for, on every path: it keeps its closure until then. After a weak "
              + "capture alone it waits on, unless a deinit resumes it."
            : "Or end what it waits for (cancel() the task, if that ends it): the task keeps its closure until then. After a weak capture "
              + "alone it waits on, unless a deinit ends it."
        )
      }),
    AdvicePattern(
      "finished-task", case: "concurrency/finished-task",
      matches: { $0.isResultOfTask },
      advice: { context in
        let result = context.contentOfTask == .error ? "threw" : "returned"
        return context.advice(
          .rewrite, nil,
          "Let go of the task when its value has been read: it has finished, and keeps what it \(result). Or let that not lead "
            + "back to the \(context.target).")
      }),
    AdvicePattern(
      "task-local-value", case: "concurrency/task-local-value",
      matches: { !$0.isCapture && $0.contentOfTask == .taskLocal },
      advice: { context in
        context.advice(
          .rewrite, nil,
          "The task keeps what was bound to task-local variables where it was made, until it has finished. Make it with "
            + "Task.detached or outside of withValue, or bind a value that does not lead back to the \(context.target)."
        )
      }),
    AdvicePattern(
      "strong-self-in-task", case: "concurrency/stored-task-for-await",
      matches: { !$0.isCapture && $0.suspect.owner.kind == .task },
      advice: { context in
        context.advice(
          .rewrite, nil,
          "The running task keeps the \(context.target): perhaps by a guard let self above its loop, or in a method that "
            + "awaits. Unwrap a weak self in each turn of the loop, or cancel() the task when the \(context.target) is no "
            + "longer needed.")
      }),
  ]

  /// Whether an object is the storage of a stream, with its handler, its readers and its elements.
  static func isStream(_ type: HeapObjectType) -> Bool { asyncStreams.contains(type.nominalName) }

  private static let asyncStreams: Set = [
    "Swift.AsyncStream._Storage", "Swift.AsyncThrowingStream._Storage",
  ]
}

extension SuspectContext {
  /// How the task that keeps the suspect is kept itself.
  enum KeepingTask {
    /// By a handle, `Task`, or because it waits for another task.
    case handle
    /// By a continuation that resumes it.
    case continuation
  }

  /// What a task keeps beside its closure and its functions.
  enum TaskContent: String, CaseIterable {
    /// What it came to, where it has finished.
    case value, error
    /// What is bound to a task-local variable.
    case taskLocal
  }

  /// Whether the suspect leads to a task itself: by a continuation, as a rule.
  var leadsToTask: Bool { ownLinks.last?.target.kind == .task }

  /// Whether the functions of the task whose functions have the suspect's closure have what that captures, too.
  var isInFrameItself: Bool {
    guard suspect.isInFrame, let target = suspect.captured,
      let reference = route.indices.last(where: { route[$0].target.kind == .task })
    else { return false }
    let graph = links.graph
    let task = graph.target(of: links.references[reference])
    return graph.references(from: task).contains {
      graph.label(of: $0) == .frame && graph.target(of: $0) == target
    }
  }

  /// Whether the continuation that the task waits for is in an object that another package's class declares.
  var keepsContinuationElsewhere: Bool {
    drafts.indices.contains {
      drafts[$0].foreignPackage != nil
        && links(from: $0, through: $0).last?.target.kind == .task
    }
  }

  /// What a task keeps the suspect by, beside its closure and its functions.
  var contentOfTask: TaskContent? {
    // A closure stands between the task and what it captures.
    let links = isCapture ? route : ownLinks
    for link in links where link.source.kind == .task && link.label.role == .content {
      let content = TaskContent.allCases.first { link.label.path.hasPrefix($0.rawValue) }
      if let content { return content }
    }
    return nil
  }

  /// Whether it is what a task came to, or a closure is that which captures it.
  var isResultOfTask: Bool { contentOfTask == .value || contentOfTask == .error }

  /// Whether the task on the route is one that a checked continuation among the objects read is to resume: to cancel it ends nothing.
  var waitsForCheckedContinuation: Bool {
    guard let reference = route.indices.first(where: { route[$0].target.kind == .task }) else {
      return false
    }
    let graph = links.graph
    let task = graph.target(of: links.references[reference])
    return graph.references.indices.contains { reference in
      graph.target(of: reference) == task
        && graph.type(of: graph.source(of: reference)).name
          == "Swift.CheckedContinuationCanary"
    }
  }

  /// How the task on the route is kept, or `nil` where there is none.
  var keepingTask: KeepingTask? {
    // A task that waits for another one's end has no continuation that the program could resume.
    if route.contains(where: { $0.label == .waiter }) { return .handle }
    guard let task = route.first(where: { $0.target.kind == .task }) else { return nil }
    return task.label.isTaskHandle ? .handle : .continuation
  }
}
