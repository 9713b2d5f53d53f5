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
      if let task = running[name] { return await task.value }
      let task = Task { await self.server.image(name) }
      running[name] = task
      let image = await task.value
      // Only the caller that made the task removes it: when the others resume, a newer task may be stored.
      running[name] = nil
      return image
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "never-answered",
      report: """
        ReenteredActor.ImageLoader leaked: 1 instance is kept alive by a retain cycle of 2 strong references, among 1 instance of ReenteredActor.ImageLoader and 1 of ReenteredActor.Server that keep one another alive.

          ╭→ ReenteredActor.ImageLoader
          │    .running[value]: Task
          │    closure #1 in ReenteredActor.ImageLoader.image(_:)   ReenteredActor.swift:31
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    probably captures ReenteredActor.ImageLoader (self) strongly
          ╰─ ReenteredActor.ImageLoader

          Try [weak self] in the closure at ReenteredActor.swift:31. A guard let self above an await keeps it as well, and so does a method of self that awaits. Or resume() the continuation that the task waits for, on every path: it keeps its closure until then. After a weak capture alone it waits on, unless a deinit resumes it. Decide what it returns when self has gone.

          Another task that waits (the closure at ReenteredActor.swift:61) probably keeps ReenteredActor.ImageLoader and ReenteredActor.Server after that, unless a deinit ends it.
          pattern stored-task (swift run leakcases show concurrency/stored-task-for-await)
          fingerprint 28f66f01
        """
    ) {
      let loader = ImageLoader()
      Task { await loader.image("plum") }
      while await !loader.server.hasRequests { await Task.yield() }
      return loader
    } sever: { loader in
      await loader.server.answer()
    },
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
