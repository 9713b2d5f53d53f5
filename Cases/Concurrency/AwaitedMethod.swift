import LeakCatalogue

/// A monitor checks something again and again, in a method that does not return by itself.
public enum AwaitedMethod: Case {
  public static let id = "concurrency/awaited-method"
  public static let question =
    "Is `Task { [weak self] in await self?.run() }` enough when `run()` is a loop?"

  @MainActor
  final class Monitor {
    private(set) var checks = 0
    private var task: Task<Void, Never>?

    /// The weak reference is made strong for the call, and the call does not return.
    func start() {
      task = Task { [weak self] in await self?.run() }
    }

    private func run() async {
      while !Task.isCancelled {
        check()
        try? await Task.sleep(for: .seconds(1))
      }
    }

    /// Each turn of the loop makes the reference strong for itself, and waits without it.
    func startLoop() {
      task = Task { [weak self] in
        while !Task.isCancelled {
          self?.check()
          try? await Task.sleep(for: .seconds(1))
        }
      }
    }

    /// Ends the loop, and comes back when its task is done.
    func stop() async {
      task?.cancel()
      await task?.value
    }

    private func check() {
      checks += 1
    }

    deinit {
      task?.cancel()
    }
  }

  /// Makes a monitor, and comes back when it has checked once.
  @MainActor
  static func started(_ start: @MainActor (Monitor) -> Void) async -> Monitor {
    let monitor = Monitor()
    start(monitor)
    while monitor.checks == 0 { await Task.yield() }
    return monitor
  }

  public static let variants: [Variant] = [
    .held(
      "loop-in-a-method",
      report: """
        AwaitedMethod.Monitor is held: 1 instance is kept alive, possibly by the variable self of AwaitedMethod.Monitor.run(), AwaitedMethod.swift:19, in an unfinished Task that sleeps.

          ╭─ an unfinished Task
          ╰→ AwaitedMethod.Monitor

          If so, it goes when the task has finished. cancel() the task if that ends it, or end what it waits for: a function that has not returned keeps what its variables have, whatever a capture list says.
          fingerprint b4d84795
        """,
      // The variable is not told any more, only the task.
      optimized: """
        AwaitedMethod.Monitor is held: 1 instance is kept alive, possibly by an unfinished Task that sleeps in closure #1 in AwaitedMethod.Monitor.start(), ≈ AwaitedMethod.swift:16.

          ╭─ an unfinished Task
          ╰→ AwaitedMethod.Monitor

          If so, it goes when the task has finished. cancel() the task if that ends it, or end what it waits for. What its closure captures strongly it can capture weakly; a variable that it declares or unwraps itself it keeps until it returns.
          fingerprint 0a13cc11
        """
    ) { @MainActor in
      await started { $0.start() }
    } sever: { @MainActor monitor in
      await monitor.stop()
    },
    .fixed("loop-in-the-closure") { @MainActor in
      await started { $0.startLoop() }
    },
    .fixed("stopped") { @MainActor in
      let monitor = await started { $0.start() }
      await monitor.stop()
      return monitor
    },
  ]

  public static let why = """
    A method keeps its object until it returns, as every caller does. So `self?.run()` makes the weak reference strong for as \
    long as the loop in `run()` goes on, and the `deinit` that would cancel the task is never reached. The capture list says \
    only what the closure owns before the call.
    """
  public static let fix = """
    Write the loop into the closure, and use `self?` in each turn. Or have whoever started the monitor stop it.
    """
  public static let source: Source? = Source(
    author: "Thomas Ricouard", title: "Use Task with AsyncStream and avoid retain cycle")
}
