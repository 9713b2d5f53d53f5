import LeakCatalogue

/// A task that an object starts while it is made.
public enum TaskInInit: Case {
  public static let id = "concurrency/task-in-init"
  public static let question = "Does a `Task` that I start in `init` need `[weak self]`?"

  @MainActor
  final class Library {
    private(set) var books = 0

    /// Loads once.
    init(loadingStrongly: Void) {
      Task { await self.load() }
    }

    /// Loads again and again.
    init(pollingStrongly: Void) {
      task = Task {
        while !Task.isCancelled {
          try? await Task.sleep(for: .seconds(1))
          self.books += 1
        }
      }
    }

    init(pollingWeakly: Void) {
      task = Task { [weak self] in
        while !Task.isCancelled {
          try? await Task.sleep(for: .seconds(1))
          self?.books += 1
        }
      }
    }

    private var task: Task<Void, Never>?

    private func load() async {
      try? await Task.sleep(for: .seconds(1))
      books += 1
    }

    func stop() {
      task?.cancel()
    }

    deinit {
      task?.cancel()
    }
  }

  public static let variants: [Variant] = [
    .held(
      "endless-strong-self",
      report: """
        TaskInInit.Library is held: 1 instance is kept alive by an unfinished Task that sleeps in closure #1 in TaskInInit.Library.init(pollingStrongly:), TaskInInit.swift:21.

          ╭─ an unfinished Task
          │    closure #1 in TaskInInit.Library.init(pollingStrongly:)   TaskInInit.swift:19
          │       captures TaskInInit.Library (self) strongly
          ╰→ TaskInInit.Library

          It goes when the task has finished. cancel() the task if that ends it, end what it waits for, or write [weak self] in its closure. A guard let above an await keeps it as well, and so does a method of its own that awaits.
          pattern unfinished-task (swift run leakcases show concurrency/task-in-init)
          fingerprint bc9706d1
        """
    ) { @MainActor in
      Library(pollingStrongly: ())
    } sever: { @MainActor library in
      library.stop()
    },
    .late(
      "strong-self", atLeast: .seconds(1),
      report: """
        TaskInInit.Library went late, held meanwhile by an unfinished Task that sleeps in TaskInInit.Library.load(), TaskInInit.swift:39 (closure #1 in TaskInInit.Library.init(loadingStrongly:)).
        """
    ) { @MainActor in
      Library(loadingStrongly: ())
    },
    .fixed("endless-weak-self") { @MainActor in
      Library(pollingWeakly: ())
    },
  ]

  public static let why = """
    The task owns the library from `init` on: even before anybody else refers to the library, and until the task is done. If \
    the task ends by itself, the library is only freed late. A task that goes on until somebody cancels it keeps the library \
    forever, and the `deinit` that would cancel the task is never reached.
    """
  public static let fix = """
    Write `[weak self]` in a task that does not end by itself, use `self?` in each iteration, and cancel the task in `deinit`.
    """
  public static let source: Source? = Source(
    author: "Donny Wals", title: "How to use [weak self] in Swift Concurrency Tasks?")
}
