import Foundation
import LeakCatalogue

/// An inbox counts the mail that a notification centre announces.
public enum NotificationBlockToken: Case {
  public static let id = "observers/notification-block-token"
  public static let question = "Who keeps the block that was handed to a notification centre?"

  static let mailArrived = Notification.Name("NotificationBlockToken.mailArrived")

  /// Ends the observation with its own life, so that its owner need not remember to.
  final class Observation {
    private var token: (any NSObjectProtocol)?

    init(_ token: any NSObjectProtocol) {
      self.token = token
    }

    func end() {
      if let token { NotificationCenter.default.removeObserver(token) }
      token = nil
    }

    deinit { end() }
  }

  @MainActor
  final class Inbox {
    var unread = 0
    private(set) var observation: Observation?

    func observe() {
      observation = Observation(
        NotificationCenter.default.addObserver(forName: mailArrived, object: nil, queue: nil) { _ in
          MainActor.assumeIsolated { self.unread += 1 }
        })
    }

    func observeWeakly() {
      observation = Observation(
        NotificationCenter.default.addObserver(forName: mailArrived, object: nil, queue: nil) {
          [weak self] _ in
          MainActor.assumeIsolated { self?.unread += 1 }
        })
    }
  }

  public static var variants: [Variant] {
    [
      .held(
        "held",
        report: """
          NotificationBlockToken.Inbox is held: 1 instance is kept alive by an observer that NotificationCenter keeps (closure #1 in NotificationBlockToken.Inbox.observe()).

            ╭─ NotificationCenter
            │    closure #1 in NotificationBlockToken.Inbox.observe()   NotificationBlockToken.swift:34
            │       captures NotificationBlockToken.Inbox (self) strongly
            ╰→ NotificationBlockToken.Inbox

            Call removeObserver(_:) with the token when it is no longer needed, and write [weak self] in the block.
            pattern registered-observer (swift run leakcases show observers/notification-block-token)
            fingerprint 2bfe44f0
          """
      ) { @MainActor in
        let inbox = Inbox()
        inbox.observe()
        NotificationCenter.default.post(name: mailArrived, object: nil)
        return inbox
      } sever: { @MainActor inbox in
        inbox.observation?.end()
      }
      // In the Foundation of Swift 6.2 the token keeps the block, too.
      .saying(
        "); after that a retain cycle keeps it, unless it is broken by then.", insteadOf: ")."
      )
      .saying(
        """
          After that:

          ╭→ NotificationBlockToken.Inbox
          │    .observation: NotificationBlockToken.Observation
          │    .token: NSNotificationReceiver
          │    closure #1 in NotificationBlockToken.Inbox.observe()   NotificationBlockToken.swift:34
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures NotificationBlockToken.Inbox (self) strongly
          ╰─ NotificationBlockToken.Inbox

          Try [weak self] in the closure at NotificationBlockToken.swift:34. Only the nested closure at line 35 uses self, but it gets self from this one.
        """,
        insteadOf:
          "  Call removeObserver(_:) with the token when it is no longer needed, and write [weak self] in the block."
      ),

      .fixed("fixed") { @MainActor in
        let inbox = Inbox()
        inbox.observeWeakly()
        NotificationCenter.default.post(name: mailArrived, object: nil)
        return inbox
      },
    ]
  }

  public static let why = """
    The centre keeps the block until its token is removed, and the block keeps the inbox. The inbox is \
    supposed to remove the token when it is freed, but it cannot be freed while the block is there. This is \
    not a cycle: the default centre lives as long as the process and holds the inbox from outside.
    """

  public static let fix = """
    Capture the observer weakly in the block, and remove the token when the observer is freed. Neither \
    half alone is enough: without `weak` the removal is never reached, and without the removal the \
    block stays in the centre.
    """

  public static let source: Source? = Source(
    author: "Khoa Pham", title: "How to simplify communication patterns with closure in Swift")
}
