import Foundation
import LeakCatalogue

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A completion handler that looks at the task which it completes.
public enum TaskInItsHandler: Case {
  public static let id = "requests/task-in-its-handler"
  public static let question = "May the completion handler of a URL task use the task?"

  final class Download: @unchecked Sendable {
    var task: URLSessionDataTask?
    private(set) var received: Int64 = 0

    func prepareStrongly(in session: URLSession) {
      task = session.dataTask(with: Self.url) { _, _, _ in
        self.received = self.task?.countOfBytesReceived ?? 0
        self.task = nil
      }
    }

    func prepareWeakly(in session: URLSession) {
      task = session.dataTask(with: Self.url) { [weak self] _, _, _ in
        self?.received = self?.task?.countOfBytesReceived ?? 0
      }
    }

    func cancel() {
      task?.cancel()
    }

    /// Nobody listens there: the task fails at once.
    private static let url = URL(string: "http://127.0.0.1:1/")!
  }

  public static let variants: [Variant] = [
    .leaking(
      "never-resumed",
      report: """
        TaskInItsHandler.Download leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ TaskInItsHandler.Download
          │    .task: URLSessionDataTask
          │    closure #1 in TaskInItsHandler.Download.prepareStrongly(in:)   TaskInItsHandler.swift:18
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures TaskInItsHandler.Download (self) strongly
          ╰─ TaskInItsHandler.Download

          Try [weak self] in the closure at TaskInItsHandler.swift:18. Or cancel() the task: it keeps its completion handler until it has finished.
          pattern stored-url-task (swift run leakcases show requests/unresumed-task)
          fingerprint 2e523a5d
        """
    ) {
      let download = Download()
      let session = URLSession(configuration: .ephemeral)
      download.prepareStrongly(in: session)
      session.finishTasksAndInvalidate()
      return download
    } sever: { download in
      download.cancel()
    },
    .fixed("completed") {
      var download = Download()
      let session = URLSession(configuration: .ephemeral)
      download.prepareStrongly(in: session)
      session.finishTasksAndInvalidate()
      download.task?.resume()
      // The session lets go when it has told the handler that nobody listens there.
      while !isKnownUniquelyReferenced(&download) { try await Task.sleep(for: .milliseconds(1)) }
      return download
    },
    .fixed("weak-self") {
      let download = Download()
      let session = URLSession(configuration: .ephemeral)
      download.prepareWeakly(in: session)
      session.finishTasksAndInvalidate()
      return download
    },
  ]

  public static let why = """
    A handler that clears the property seems to clean up: when the task has completed, the property is empty and the \
    session releases the handler. But that happens only then. A task that is made and not resumed never completes, and \
    its handler never clears anything.
    """
  public static let fix = """
    Write `[weak self]` in the handler; or resume each task where it is made, and let the handler clear the property.
    """
  public static let source: Source? = nil
}
