import LeakCatalogue

/// An actor that has a task for each image that is being loaded, so that none is loaded twice.
public enum ReenteredActor: Case {
  public static let id = "concurrency/reentered-actor"
  public static let question = "Does an actor that stores its running tasks keep itself alive?"

  /// A server that answers when it is told to.
  actor Server {
    private var waiting: [CheckedContinuation<String, Never>] = []

    var hasRequests: Bool { !waiting.isEmpty }

    func image(_ name: String) async -> String {
      await withCheckedContinuation { waiting.append($0) }
    }

    func answer() {
      for continuation in waiting { continuation.resume(returning: "image") }
      waiting = []
    }
  }

  actor ImageLoader {
    let server = Server()
    private var running: [String: Task<String, Never>] = [:]

    /// Waits for the task that loads the image. Meanwhile others can ask, for the same image, too.
    func image(_ name: String) async -> String {
      let task = running[name] ?? Task { await self.server.image(name) }
      running[name] = task
      let image = await task.value
      running[name] = nil
      return image
    }
  }

  public static let variants: [Variant] = [
    .held(
      "never-answered",
      report: """
        ReenteredActor.ImageLoader is held: 1 instance is kept alive by an unfinished Task that waits for a continuation in ReenteredActor.Server.image(_:), ReenteredActor.swift:15 (closure #1 in implicit closure #1 in ReenteredActor.ImageLoader.image(_:)).

          ╭─ a continuation
          │    closure #1 in implicit closure #1 in ReenteredActor.ImageLoader.image(_:)
          │       ReenteredActor.swift:30
          │       captures ReenteredActor.ImageLoader (self) strongly
          ╰→ ReenteredActor.ImageLoader

          Resume the continuation exactly once on every path, also when the work is cancelled.
          fingerprint f2242fdb
        """
    ) {
      let loader = ImageLoader()
      Task { await loader.image("plum") }
      while await !loader.server.hasRequests { await Task.yield() }
      return loader
    } sever: { loader in
      await loader.server.answer()
    }.saying(
      """
      Task, suspended in ReenteredActor.ImageLoader.image(_:), ReenteredActor.swift:32 (closure #1 in closure #1 in ReenteredActor.variants).

        ╭─ an unfinished Task
        │    closure #1 in closure #1 in ReenteredActor.variants   ReenteredActor.swift:55
        │       captures loader: ReenteredActor.ImageLoader strongly
        ╰→ ReenteredActor.ImageLoader

        It goes when the task has finished. cancel() the task, or end what it waits for: a function that has not returned keeps what its variables have, whatever a capture list says.
        pattern unfinished-task (swift run leakcases show concurrency/one-shot-task)
        fingerprint b632f536
      """,
      insteadOf: """
        Task that waits for a continuation in ReenteredActor.Server.image(_:), ReenteredActor.swift:15 (closure #1 in implicit closure #1 in ReenteredActor.ImageLoader.image(_:)).

          ╭─ a continuation
          │    closure #1 in implicit closure #1 in ReenteredActor.ImageLoader.image(_:)
          │       ReenteredActor.swift:30
          │       captures ReenteredActor.ImageLoader (self) strongly
          ╰→ ReenteredActor.ImageLoader

          Resume the continuation exactly once on every path, also when the work is cancelled.
          fingerprint f2242fdb
        """),
    .fixed("answered") {
      let loader = ImageLoader()
      let image = Task { await loader.image("plum") }
      while await !loader.server.hasRequests { await Task.yield() }
      await loader.server.answer()
      _ = await image.value
      return loader
    },
  ]

  public static let why = """
    While the loader awaits the task, its method has not returned, and the caller keeps the loader. The task keeps \
    the loader, too, and stays in the loader's own dictionary until there is an answer. With the answer all of this \
    ends; without an answer it never ends.
    """
  public static let fix = """
    See to it that each task ends: the server has to answer every request.
    """
  public static let source: Source? = Source(
    author: "Apple", title: "Protect mutable state with Swift actors")
}
