import CaseCatalogue

/// A handler for one message of a web socket, which sets itself again for the next.
public enum ReceiveHandler: Case {
  public static let id = "requests/receive-handler"
  public static let question =
    "Does a receive handler that is called only once need `[weak self]` if it sets itself again?"

  /// A connection that keeps a handler for one message, as `URLSessionWebSocketTask.receive` does.
  final class Socket {
    private var handler: ((String) -> Void)?

    /// Calls `handler` once, with the next message.
    func receive(_ handler: @escaping (String) -> Void) {
      self.handler = handler
    }

    /// A message comes in.
    func deliver(_ message: String) {
      let called = handler
      handler = nil
      called?(message)
    }

    /// Forgets the handler.
    func close() {
      handler = nil
    }
  }

  final class Chat {
    let socket = Socket()
    var messages: [String] = []

    func listenStrongly() {
      socket.receive { message in
        defer { self.listenStrongly() }
        self.messages.append(message)
      }
    }

    func listenWeakly() {
      socket.receive { [weak self] message in
        defer { self?.listenWeakly() }
        self?.messages.append(message)
      }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "strong-self",
      report: """
        ReceiveHandler.Chat leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ ReceiveHandler.Chat
          │    .socket: ReceiveHandler.Socket
          │    .handler
          │    closure #1 in ReceiveHandler.Chat.listenStrongly()   ReceiveHandler.swift:36
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures ReceiveHandler.Chat (self) strongly
          ╰─ ReceiveHandler.Chat

          Try [weak self] in the closure at ReceiveHandler.swift:36. The ReceiveHandler.Chat keeps the ReceiveHandler.Socket that stores it.
          pattern callback-of-a-part (leakcases show requests/receive-handler)
          fingerprint 9cdcc0d2
        """
    ) {
      let chat = Chat()
      chat.listenStrongly()
      chat.socket.deliver("Hello")
      return chat
    } sever: { chat in
      chat.socket.close()
    },
    .fixed("weak-self") {
      let chat = Chat()
      chat.listenWeakly()
      chat.socket.deliver("Hello")
      return chat
    },
    .fixed("closed") {
      let chat = Chat()
      chat.listenStrongly()
      chat.socket.deliver("Hello")
      chat.socket.close()
      return chat
    },
  ]

  public static let why = """
    A handler that is called once and let go would be harmless: the cycle would end with the next message. \
    This one ends by setting itself again, so there is always a handler waiting, and it always captured the \
    chat. The `defer` hides it well, for it runs on every way out.
    """
  public static let fix = """
    Write `[weak self]` in the handler. Once the chat has gone, `self?` no longer sets the next handler, and \
    the loop ends by itself. Closing the socket when the conversation ends also lets go of the handler.
    """
  public static let source: Source? = Source(
    author: "Donny Wals", title: "Real time data exchange using web sockets in iOS 13")
}
