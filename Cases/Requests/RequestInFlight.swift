import Foundation
import LeakCatalogue

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request to a server that does not answer.
public enum RequestInFlight: Case {
  public static let id = "requests/request-in-flight"
  public static let question =
    "How long does a request keep me alive when the server does not answer?"

  final class Downloader: @unchecked Sendable {
    var bytes = 0
    let server: SilentServer
    private weak var task: URLSessionDataTask?

    init() throws {
      server = try SilentServer()
    }

    func loadStrongly(timeout: TimeInterval) {
      let session = URLSession(configuration: .ephemeral)
      start(
        session.dataTask(with: request(timeout: timeout)) { data, _, _ in
          self.bytes = data?.count ?? 0
        })
      session.finishTasksAndInvalidate()
    }

    func loadWeakly(timeout: TimeInterval) {
      let session = URLSession(configuration: .ephemeral)
      start(
        session.dataTask(with: request(timeout: timeout)) { [weak self, server] data, _, _ in
          self?.bytes = data?.count ?? 0
          // The server outlives the request.
          _ = server
        })
      session.finishTasksAndInvalidate()
    }

    private func request(timeout: TimeInterval) -> URLRequest {
      var request = URLRequest(url: server.url)
      request.timeoutInterval = timeout
      return request
    }

    private func start(_ task: URLSessionDataTask) {
      task.resume()
      self.task = task
    }

    func cancel() {
      task?.cancel()
    }

    deinit {
      // A completed task may be letting go of its handler on the session's own queue right now, and on
      // Linux cancelling from there ends the process.
      if task?.state == .running { cancel() }
    }
  }

  public static let variants: [Variant] = [
    .late(
      "short-timeout", atLeast: .seconds(1),
      report: """
        RequestInFlight.Downloader went late, held meanwhile by a URLSession data task to 127.0.0.1 that is running (closure #1 in RequestInFlight.Downloader.loadStrongly(timeout:)).
        """
    ) {
      let downloader = try Downloader()
      downloader.loadStrongly(timeout: 1)
      return downloader
    }
    // Looked at while the session's queue runs, there may be nothing but words on a stack that lead to the task.
    .saying(", possibly by a URLSession", insteadOf: " by a URLSession"),
    .held(
      "long-timeout",
      report: """
        RequestInFlight.Downloader is held: 1 instance is kept alive by a URLSession data task to 127.0.0.1 that is running (closure #1 in RequestInFlight.Downloader.loadStrongly(timeout:)).

          ╭─ a URLSession data task to 127.0.0.1
          │    closure #1 in RequestInFlight.Downloader.loadStrongly(timeout:)   RequestInFlight.swift:26
          │       captures RequestInFlight.Downloader (self) strongly
          ╰→ RequestInFlight.Downloader

          It goes when the request ends. cancel() the task to let go of it earlier, or write [weak self] in the completion handler.
          pattern request-in-flight (swift run leakcases show requests/request-in-flight)
          fingerprint c2a6846d
        """
    ) {
      let downloader = try Downloader()
      downloader.loadStrongly(timeout: 3600)
      return downloader
    } sever: { downloader in
      downloader.cancel()
    },
    .fixed("weak-self-and-cancel") {
      let downloader = try Downloader()
      downloader.loadWeakly(timeout: 3600)
      return downloader
    },
  ]

  public static let why = """
    The session keeps the completion handler of a running task until the task has completed, and a silent \
    server delays that until the timeout. There is no cycle, because the downloader does \
    not own the task; the session in the background does. So the downloader is freed late, after the whole timeout, \
    and with a long timeout it is held until somebody cancels the task.
    """
  public static let fix = """
    Write `[weak self]` in the handler and `cancel()` the task in `deinit`, but only while it is running: on Linux, cancelling a \
    completed task can end the process, when the session lets go of the handler, and with it of the object, on its own queue.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]",
    scenarios: ["delayedAllocAsyncCall"])
}
