import CaseCatalogue

/// A feed stores the task that listens to its stream of messages.
public enum StoredTaskForAwait: Case {
  public static let id = "concurrency/stored-task-for-await"
  public static let question =
    "Where must self be weak in a task that loops over an endless stream?"

  @MainActor
  final class Feed {
    private(set) var listener: Task<Void, Never>?
    private(set) var shown: [String] = []

    private let messages: AsyncStream<String>
    private let source: AsyncStream<String>.Continuation

    init() {
      (messages, source) = AsyncStream.makeStream()
    }

    /// Without a capture list: the task owns the feed.
    func listen() {
      listener = Task { [messages] in
        for await message in messages {
          self.show(message)
        }
      }
    }

    /// The weak reference is made strong before the loop, and the loop never ends.
    func listenAfterGuard() {
      listener = Task { [weak self, messages] in
        guard let self else { return }
        for await message in messages {
          self.show(message)
        }
      }
    }

    /// The reference is strong only while there is a message to show.
    func listenWeakly() {
      listener = Task { [weak self, messages] in
        for await message in messages {
          guard let self else { return }
          self.show(message)
        }
      }
    }

    /// Sends `message`, and comes back when it has been shown.
    func post(_ message: String) async {
      source.yield(message)
      while shown.last != message { await Task.yield() }
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

  public static var variants: [Variant] {
    [
      .held(
        "strong",
        report: """
          """
      ) { @MainActor in
        let feed = Feed()
        feed.listen()
        await feed.post("Hello")
        return feed
      } sever: { @MainActor feed in
        await feed.stop()
      },

      .held(
        "guard-before-loop",
        report: """
          """
      ) { @MainActor in
        let feed = Feed()
        feed.listenAfterGuard()
        await feed.post("Hello")
        return feed
      } sever: { @MainActor feed in
        await feed.stop()
      },

      .fixed("weak-inside-loop") { @MainActor in
        let feed = Feed()
        feed.listenWeakly()
        await feed.post("Hello")
        return feed
      },
    ]
  }

  public static let why = """
    A task that has not finished is kept by the runtime, with everything its closure captured and \
    every local variable that is still needed: storing the task in a property adds nothing to that, \
    and clearing the property takes nothing away. `guard let self` before the loop makes a strong \
    local variable that lives as long as the loop. The deinit that would cancel the task is never \
    reached. The memory of a suspended task is not read yet, so the report counts its reference and \
    does not name it.
    """

  public static let fix = """
    Capture self weakly, unwrap it anew inside the loop, and cancel the task in `deinit`: the weak \
    reference lets the object go, and the cancellation lets the loop go.
    """

  public static let source: Source? = nil
}
