import Foundation
import LeakCatalogue

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A data task that is made, stored and not resumed.
public enum UnresumedTask: Case {
  public static let id = "requests/unresumed-task"
  public static let question =
    "Does a `URLSession` task that I store but have not resumed yet keep me alive?"

  final class Downloader: @unchecked Sendable {
    var bytes = 0
    private var task: URLSessionDataTask?

    func prepareStrongly(in session: URLSession) {
      task = session.dataTask(with: Self.url) { data, _, _ in self.bytes = data?.count ?? 0 }
    }

    func prepareWeakly(in session: URLSession) {
      task = session.dataTask(with: Self.url) { [weak self] data, _, _ in
        self?.bytes = data?.count ?? 0
      }
    }

    func cancel() {
      task?.cancel()
      task = nil
    }

    deinit {
      // A completed task may be letting go of its handler on the session's own queue right now, and on Linux
      // cancelling from there ends the process.
      if let task, [.suspended, .running].contains(task.state) { cancel() }
    }

    /// Nobody is asked: the task is never resumed.
    private static let url = URL(string: "http://127.0.0.1/")!
  }

  /// A session that lives as long as the app, like `URLSession.shared`.
  static let sharedSession = URLSession(configuration: .ephemeral)

  public static let variants: [Variant] = [
    .leaking(
      "own-session",
      report: """
        UnresumedTask.Downloader leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ UnresumedTask.Downloader
          │    .task: URLSessionDataTask
          │    closure #1 in UnresumedTask.Downloader.prepareStrongly(in:)   UnresumedTask.swift:19
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures UnresumedTask.Downloader (self) strongly
          ╰─ UnresumedTask.Downloader

          Try [weak self] in the closure at UnresumedTask.swift:19. Or cancel() the task: it keeps its completion handler until it has finished.
          pattern stored-url-task (swift run leakcases show requests/unresumed-task)
          fingerprint 10af352b
        """
    ) {
      let downloader = Downloader()
      let session = URLSession(configuration: .ephemeral)
      downloader.prepareStrongly(in: session)
      session.finishTasksAndInvalidate()
      return downloader
    } sever: { downloader in
      downloader.cancel()
    },
    .held(
      "shared-session",
      report: """
        UnresumedTask.Downloader is held: 1 instance is kept alive by a URLSession data task to 127.0.0.1 that was not resumed (closure #1 in UnresumedTask.Downloader.prepareStrongly(in:)).

          ╭─ a URLSession data task to 127.0.0.1
          │    closure #1 in UnresumedTask.Downloader.prepareStrongly(in:)   UnresumedTask.swift:19
          │       captures UnresumedTask.Downloader (self) strongly
          ╰→ UnresumedTask.Downloader

          A session never lets go of a task that was not resumed. resume() or cancel() it, or write [weak self] in the completion handler.
          pattern unresumed-request (swift run leakcases show requests/unresumed-task)
          fingerprint 4aabe51c
        """
    ) {
      let downloader = Downloader()
      downloader.prepareStrongly(in: sharedSession)
      return downloader
    } sever: { downloader in
      downloader.cancel()
    },
    .fixed("weak-self") {
      let downloader = Downloader()
      downloader.prepareWeakly(in: sharedSession)
      return downloader
    },
  ]

  public static let why = """
    A session registers a task, with its completion handler, when the task is made, and lets go of both when the task has \
    completed. A task that is never resumed never completes. The downloader keeps the task, and through it the handler, which \
    captured the downloader: a cycle even when nobody else uses the session. A session that lives as long as the app holds the \
    downloader from outside as well: the report on that variant names the waiting task.
    """
  public static let fix = """
    Write `[weak self]` in the handler and `cancel()` the task in `deinit`, but only if it has not completed: on Linux, \
    cancelling a completed task there can end the process. A task that is resumed where it is made completes in the end, and \
    the downloader is merely late: see `requests/request-in-flight`.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]",
    scenarios: ["leakyAsyncCall"])
}
