import LeakCatalogue

/// A request is bound to a task-local variable while it starts a task that it stores.
public enum TaskLocalValue: Case {
  public static let id = "concurrency/task-local-value"
  public static let question = "Can a task keep an object that its closure does not capture?"

  /// What is being answered.
  @TaskLocal static var request: Request?

  @MainActor
  final class Request {
    private let (lines, log) = AsyncStream.makeStream(of: String.self)
    private var logging: Task<Void, Never>?

    /// The closure captures the stream, and nothing else.
    func startLogging() {
      logging = Task { [lines] in
        for await line in lines { print(line) }
      }
    }

    /// A detached task has none of the values that are bound where it is made.
    func startLoggingDetached() {
      logging = Task.detached { [lines] in
        for await line in lines { print(line) }
      }
    }

    func stop() {
      log.finish()
    }

    deinit {
      log.finish()
    }
  }

  @MainActor
  private static func answered(by start: @MainActor (Request) -> Void) -> Request {
    let request = Request()
    $request.withValue(request) { start(request) }
    return request
  }

  @MainActor
  private static func answeredWhileLogging() -> Request {
    let request = Request()
    request.startLogging()
    $request.withValue(request) {}
    return request
  }

  public static let variants: [Variant] = [
    .leaking(
      "inherited",
      report: """
        TaskLocalValue.Request leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ TaskLocalValue.Request
          │    .logging: Task
          │    .taskLocal: TaskLocalValue.Request
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ TaskLocalValue.Request

          The task keeps what was bound to task-local variables where it was made, until it has finished. Make it with Task.detached or outside of withValue, or bind a value that does not lead back to the TaskLocalValue.Request.
          pattern task-local-value (swift run leakcases show concurrency/task-local-value)
          fingerprint 7cd73853
        """
    ) {
      await answered { $0.startLogging() }
    } sever: {
      await $0.stop()
    },

    .fixed("detached") {
      await answered { $0.startLoggingDetached() }
    },

    .fixed("started-before") {
      await answeredWhileLogging()
    },
  ]

  public static let why = """
    A task copies the values that are bound to task-local variables where it is made, and keeps them until it has finished. \
    Here the request is such a value: the task keeps it, waits for the stream's next line, and only the request could finish \
    the stream.
    """

  public static let fix = """
    Start what outlives a request outside of `withValue`. Or bind a value that does not lead back to the object that stores the \
    task, such as an identifier. `Task.detached` helps as well, but has none of the other task-local values either, nor the \
    priority and the actor of where it is made.
    """

  public static let source: Source? = nil
}
