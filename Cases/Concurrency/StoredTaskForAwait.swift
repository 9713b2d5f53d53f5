import LeakCatalogue

/// A feed stores the task that listens to a stream of messages.
public enum StoredTaskForAwait: Case {
  public static let id = "concurrency/stored-task-for-await"
  public static let question =
    "Where must self be weak in a task that loops over an endless stream?"

  @MainActor
  final class Feed {
    private(set) var listener: Task<Void, Never>?
    private(set) var shown: [String] = []

    /// Without a capture list: the task owns the feed.
    func listen(to messages: AsyncStream<String>) {
      listener = Task {
        for await message in messages {
          self.show(message)
        }
      }
    }

    /// The weak reference is made strong before the loop, and the loop never ends.
    func listenAfterGuard(to messages: AsyncStream<String>) {
      listener = Task { [weak self] in
        guard let self else { return }
        for await message in messages {
          self.show(message)
        }
      }
    }

    /// The reference is strong only while there is a message to show.
    func listenWeakly(to messages: AsyncStream<String>) {
      listener = Task { [weak self] in
        for await message in messages {
          guard let self else { return }
          self.show(message)
        }
      }
    }

    /// Ends the loop, and comes back when its task is done.
    func stop() async {
      listener?.cancel()
      await listener?.value
    }

    private func show(_ message: String) {
      shown.append(message)
    }

    deinit {
      listener?.cancel()
    }
  }

  /// One message, and then silence: nothing ever finishes this stream.
  static func messages() -> AsyncStream<String> {
    AsyncStream { $0.yield("Hello") }
  }

  /// Makes a feed that listens, and comes back when it has shown its first message.
  @MainActor
  static func feed(
    _ listen: @MainActor (Feed, AsyncStream<String>) -> Void
  ) async -> Feed {
    let feed = Feed()
    listen(feed, messages())
    while feed.shown.isEmpty { await Task.yield() }
    return feed
  }

  public static var variants: [Variant] {
    [
      .leaking(
        "strong",
        report: """
          StoredTaskForAwait.Feed leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

            ╭→ StoredTaskForAwait.Feed
            │    .listener: Task
            │    closure #1 in StoredTaskForAwait.Feed.listen(to:)   StoredTaskForAwait.swift:16
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    probably captures StoredTaskForAwait.Feed (self) strongly
            ╰─ StoredTaskForAwait.Feed

            Try [weak self] in the closure at StoredTaskForAwait.swift:16. Or end what it waits for (cancel() the task, if that ends it): the task keeps its closure until then. After a weak capture alone it waits on, unless a deinit ends it.
            pattern stored-task (swift run leakcases show concurrency/stored-task-for-await)
            fingerprint 3578f815
          """
      ) { @MainActor in
        await feed { $0.listen(to: $1) }
      } sever: { @MainActor feed in
        await feed.stop()
      },

      .leaking(
        "guard-before-loop",
        report: """
          StoredTaskForAwait.Feed leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

            ╭→ StoredTaskForAwait.Feed
            │    .listener: Task
            │    .frame: StoredTaskForAwait.Feed (probably)
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            ╰─ StoredTaskForAwait.Feed

            The running task keeps the StoredTaskForAwait.Feed: perhaps by a guard let self above its loop, or in a method that awaits. Unwrap a weak self in each turn of the loop, or cancel() the task when the StoredTaskForAwait.Feed is no longer needed.
            pattern strong-self-in-task (swift run leakcases show concurrency/stored-task-for-await)
            fingerprint cacb5449
          """
      ) { @MainActor in
        await feed { $0.listenAfterGuard(to: $1) }
      } sever: { @MainActor feed in
        await feed.stop()
      },

      .fixed("weak-inside-loop") { @MainActor in
        await feed { $0.listenWeakly(to: $1) }
      },
    ]
  }

  public static let why = """
    A task that has not finished keeps everything its closure captured and every local variable that is \
    still needed, and the feed keeps the task. `guard let self` before the loop makes a strong \
    local variable that lives as long as the loop. The deinit that would cancel the task is never \
    reached. A suspended task's memory has no types, so the report says what the task probably \
    keeps; the retain count allows for such a reference.
    """

  public static let fix = """
    Capture self weakly, unwrap it in each iteration of the loop, and cancel the task in `deinit`.
    """

  public static let source: Source? = Source(
    author: "Thomas Ricouard", title: "Use Task with AsyncStream and avoid retain cycle")
}
