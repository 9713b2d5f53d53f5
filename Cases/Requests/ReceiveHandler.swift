import LeakCatalogue

/// A handler for one message of a web socket, which registers itself again for the next one.
public enum ReceiveHandler: Case {
  public static let id = "requests/receive-handler"
  public static let question =
    "Does a receive handler that is called only once need `[weak self]` if it registers itself again?"

  /// A connection that keeps a handler for one message, as `URLSessionWebSocketTask.receive` does.
  final class Socket {
    struct Closed: Error {}

    private var handler: ((Result<String, any Error>) -> Void)?

    /// Calls `handler` once: with the next message, or with an error when there will be none.
    func receive(_ handler: @escaping (Result<String, any Error>) -> Void) {
      self.handler = handler
    }

    /// Tells the handler what has come in.
    func deliver(_ result: Result<String, any Error>) {
      let called = handler
      handler = nil
      called?(result)
    }

    /// Tells the handler that no message will come. One that is set after that waits for its turn to be told the same.
    func close() {
      deliver(.failure(Closed()))
    }

    /// Takes the handler away, which no system's socket offers.
    func forget() {
      handler = nil
    }
  }

  final class Chat {
    let socket = Socket()
    var messages: [String] = []

    func listenStrongly() {
      socket.receive { result in
        defer { self.listenStrongly() }
        self.add(result)
      }
    }

    func listenWeakly() {
      socket.receive { [weak self] result in
        defer { self?.listenWeakly() }
        self?.add(result)
      }
    }

    func listenUntilClosed() {
      socket.receive { result in
        guard self.add(result) else { return }
        self.listenUntilClosed()
      }
    }

    /// Adds a message; returns whether there was one.
    @discardableResult
    private func add(_ result: Result<String, any Error>) -> Bool {
      guard case .success(let message) = result else { return false }
      messages.append(message)
      return true
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
          │    closure #1 in ReceiveHandler.Chat.listenStrongly()   ReceiveHandler.swift:43
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures ReceiveHandler.Chat (self) strongly
          ╰─ ReceiveHandler.Chat

          Try [weak self] in the closure at ReceiveHandler.swift:43. The ReceiveHandler.Chat keeps the ReceiveHandler.Socket that stores it. Or call ReceiveHandler.Socket.close(), if it is there to break this cycle.
          pattern callback-of-a-part (swift run leakcases show owners/flow-controller)
          fingerprint 5ff2ee3b
        """
    ) {
      let chat = Chat()
      chat.listenStrongly()
      chat.socket.deliver(.success("Hello"))
      return chat
    } sever: { chat in
      chat.socket.forget()
    },
    .leaking(
      "closed",
      report: """
        ReceiveHandler.Chat leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ ReceiveHandler.Chat
          │    .socket: ReceiveHandler.Socket
          │    .handler
          │    closure #1 in ReceiveHandler.Chat.listenStrongly()   ReceiveHandler.swift:43
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures ReceiveHandler.Chat (self) strongly
          ╰─ ReceiveHandler.Chat

          Try [weak self] in the closure at ReceiveHandler.swift:43. The ReceiveHandler.Chat keeps the ReceiveHandler.Socket that stores it. Or call ReceiveHandler.Socket.close(), if it is there to break this cycle.
          pattern callback-of-a-part (swift run leakcases show owners/flow-controller)
          fingerprint 5ff2ee3b
        """
    ) {
      let chat = Chat()
      chat.listenStrongly()
      chat.socket.deliver(.success("Hello"))
      chat.socket.close()
      return chat
    } sever: { chat in
      chat.socket.forget()
    },
    .fixed("weak-self") {
      let chat = Chat()
      chat.listenWeakly()
      chat.socket.deliver(.success("Hello"))
      return chat
    },
    .fixed("open-until-closed") {
      let chat = Chat()
      chat.listenUntilClosed()
      chat.socket.deliver(.success("Hello"))
      chat.socket.close()
      return chat
    },
  ]

  public static let why = """
    A handler that is called once and released would be harmless: the cycle would end with the next message. \
    This handler ends by registering itself again, so a handler is always waiting, and it has always captured \
    the chat. The `defer` makes this hard to see: it runs on every path, even when the socket is closed. Then the handler \
    is called with an error, and registers itself again.
    """
  public static let fix = """
    Write `[weak self]` in the handler, and register it again only after a message, not after an error. With `[weak self]` \
    alone, a closed `URLSessionWebSocketTask` calls each new handler at once with an error, and the chat registers the next \
    one, over and over as long as it lives. Without `[weak self]`, closing the socket at the end of the conversation releases \
    the chat, too, if the handler is not registered again after an error.
    """
  public static let source: Source? = Source(
    author: "Donny Wals", title: "Real time data exchange using web sockets in iOS 13")
}
