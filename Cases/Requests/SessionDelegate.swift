import Foundation
import LeakCatalogue

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An object that is the delegate of its own URL session.
public enum SessionDelegate: Case {
  public static let id = "requests/session-delegate"
  public static let question = "Is a session's delegate weak, as other delegates are?"

  final class Gateway: NSObject, URLSessionDelegate, @unchecked Sendable {
    private(set) var session: URLSession?

    func open() {
      session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
    }

    func openWithRelay() {
      session = URLSession(
        configuration: .ephemeral, delegate: Relay(gateway: self), delegateQueue: nil)
    }

    func close() {
      session?.invalidateAndCancel()
      session = nil
    }

    deinit {
      session?.finishTasksAndInvalidate()
    }
  }

  /// Passes on what the session says to a gateway that it does not own.
  final class Relay: NSObject, URLSessionDelegate, @unchecked Sendable {
    weak var gateway: Gateway?

    init(gateway: Gateway) {
      self.gateway = gateway
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        SessionDelegate.Gateway leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ SessionDelegate.Gateway
          │    .session: URLSession
          │    .delegate: SessionDelegate.Gateway
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ SessionDelegate.Gateway

          If SessionDelegate.Gateway.close() is there to break this cycle, call it. If not: call finishTasksAndInvalidate() or invalidateAndCancel() when the SessionDelegate.Gateway is done: a URLSession keeps its delegate until it is invalidated.
          pattern session-delegate (swift run leakcases show requests/session-delegate)
          fingerprint d9539254
        """
    ) {
      let gateway = Gateway()
      gateway.open()
      return gateway
    } sever: { gateway in
      gateway.close()
    },
    .fixed("closed") {
      var gateway = Gateway()
      gateway.open()
      gateway.close()
      // The session lets go on a queue of its own.
      while !isKnownUniquelyReferenced(&gateway) { await Task.yield() }
      return gateway
    },
    .fixed("weak-relay") {
      let gateway = Gateway()
      gateway.openWithRelay()
      return gateway
    },
  ]

  public static let why = """
    `URLSession` is an exception to the rule that delegates are weak: it owns its delegate until it is invalidated. \
    An object that stores a session and is also its delegate leaks, unless somebody invalidates the session.
    """
  public static let fix = """
    Call `invalidateAndCancel()` from outside when the object is done; `deinit` is too late. Or give the session a \
    small delegate that refers to the object weakly, and invalidate the session in `deinit`, which then is reached: else the \
    session keeps the small delegate for good.
    """
  public static let source: Source? = Source(
    author: "Apple", title: "URLSession")
}
