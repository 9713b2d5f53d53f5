import LeakCatalogue

/// A stored task that is awaited once, and whose result leads back to the object that stores it.
public enum FinishedTask: Case {
  public static let id = "concurrency/finished-task"
  public static let question = "Does a task let go of everything when it has finished?"

  actor Library {
    private var opening: Task<Library, Never>?

    func opened() async -> Library {
      let task = opening ?? Task { self }
      opening = task
      return await task.value
    }

    /// Only the caller that made the task removes it: when the others resume, a newer task may be stored.
    func openedOnce() async -> Library {
      if let opening { return await opening.value }
      let task = Task { self }
      opening = task
      defer { opening = nil }
      return await task.value
    }

    func forget() {
      opening = nil
    }

    private let books = 3
    private var counting: Task<Int, Never>?

    func counted() async -> Int {
      let task = counting ?? Task { self.books }
      counting = task
      return await task.value
    }
  }

  public static var variants: [Variant] {
    [
      .leaking(
        "result-leads-back",
        report: """
          FinishedTask.Library leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

            ╭→ FinishedTask.Library
            │    .opening: Task
            │    .value: FinishedTask.Library
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            ╰─ FinishedTask.Library

            Let go of the task when its value has been read: it has finished, and keeps what it returned. Or let that not lead back to the FinishedTask.Library.
            pattern finished-task (swift run leakcases show concurrency/finished-task)
            fingerprint ed01b819
          """
      ) {
        let library = Library()
        _ = await library.opened()
        return library
      } sever: { library in
        await library.forget()
      },

      .fixed("task-cleared") {
        let library = Library()
        _ = await library.openedOnce()
        return library
      },

      .fixed("plain-result") {
        var library = Library()
        _ = await library.counted()
        // The task lets go of it on another thread, a moment later.
        while !isKnownUniquelyReferenced(&library) { await Task.yield() }
        return library
      },
    ]
  }

  public static let why = """
    A finished task releases its closure, but not what the closure returned: whoever has the task may still ask for its \
    value. Here the library stores the task, and the task keeps the library as its value.
    """

  public static let fix = """
    Clear the stored task when its value has been read. Or return only values that do not lead back to the object that stores it.
    """

  public static let source: Source? = nil
}
