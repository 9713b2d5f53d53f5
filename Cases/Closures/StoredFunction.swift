import LeakCatalogue

/// A method stored as a function value: `self` is captured without being written.
public enum StoredFunction: Case {
  public static let id = "closures/stored-function"
  public static let question = "Is `handler = method` safe, since it does not mention `self`?"

  final class Downloader {
    var received = 0
    var handler: ((Int) -> Void)?

    func receive(_ bytes: Int) {
      received += bytes
    }

    func startWithMethod() {
      handler = receive
    }

    func startWithClosure() {
      handler = { [weak self] bytes in self?.receive(bytes) }
    }
  }

  /// Reads from the network on behalf of its downloader.
  final class Connection {
    var handler: ((Int) -> Void)?
  }

  /// Owns the connection that calls it.
  final class Client {
    let connection = Connection()
    var received = 0

    func receive(_ bytes: Int) {
      received += bytes
    }

    func startWithMethod() {
      connection.handler = receive
    }

    func startWithClosure() {
      connection.handler = { [weak self] bytes in self?.receive(bytes) }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        StoredFunction.Downloader leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ StoredFunction.Downloader
          │    .handler
          │    StoredFunction.Downloader.receive(_:)   StoredFunction.swift:12
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures StoredFunction.Downloader (self) strongly
          ╰─ StoredFunction.Downloader

          Try { [weak self] in self?.receive($0) } instead of storing StoredFunction.Downloader.receive(_:) itself at StoredFunction.swift:17.
          pattern stored-method-reference (swift run leakcases show closures/stored-function)
          fingerprint 6a85829d
        """
    ) {
      let downloader = Downloader()
      downloader.startWithMethod()
      downloader.handler?(512)
      return downloader
    } sever: { downloader in
      downloader.handler = nil
    },
    .leaking(
      "leaking-through-a-part",
      report: """
        StoredFunction.Client leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ StoredFunction.Client
          │    .connection: StoredFunction.Connection
          │    .handler
          │    StoredFunction.Client.receive(_:)   StoredFunction.swift:35
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures StoredFunction.Client (self) strongly
          ╰─ StoredFunction.Client

          Try { [weak self] in self?.receive($0) } instead of storing StoredFunction.Client.receive(_:) itself at StoredFunction.swift:40.
          pattern stored-method-reference (swift run leakcases show closures/stored-function)
          fingerprint abd99406
        """
    ) {
      let client = Client()
      client.startWithMethod()
      client.connection.handler?(512)
      return client
    } sever: { client in
      client.connection.handler = nil
    },
    .fixed("weak-self") {
      let downloader = Downloader()
      downloader.startWithClosure()
      downloader.handler?(512)
      return downloader
    },
    .fixed("weak-self-in-a-part") {
      let client = Client()
      client.startWithClosure()
      client.connection.handler?(512)
      return client
    },
  ]

  public static let why = """
    A method cannot exist without its object: `handler = receive` means `handler = self.receive`, a function \
    value bound to `self`, and the binding is a strong reference. The compiler asks for an explicit \
    `self` in an escaping closure, but not for a method's name, so nothing in the line looks like a \
    capture. It makes no difference whether the object stores the function itself or owns another object \
    that stores it.
    """
  public static let fix = """
    Wrap the call in a closure that can hold `self` weakly: `{ [weak self] in self?.receive($0) }`. A bound \
    method has no capture list of its own.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]")
}
