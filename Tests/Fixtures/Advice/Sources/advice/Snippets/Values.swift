/// References inside values and collections.
extension Snippet {
  static let values = [
    EnumPayload.snippet, ReferenceInAny.snippet, ReferenceInDictionary.snippet,
    ReferenceInArray.snippet, ReferenceInStruct.snippet, ReferenceInSet.snippet,
    ObserverList.snippet, GenericHolder.snippet, ClosureOfAStructure.snippet, LoopOfATask.snippet,
  ]
}

enum EnumPayload {
  final class Turnstile {
    enum State {
      case closed
      case open(by: Gate)
    }

    var state = State.closed
  }

  final class Gate {
    let turnstile = Turnstile()
    let name = "north"

    func open() { turnstile.state = .open(by: self) }
  }

  static let snippet = Snippet("enum payload") { log in
    let gate = Gate()
    gate.open()
    if case .open(let by) = gate.turnstile.state { log.note("open by \(by.name)") }
    return gate
  }
}

enum ReferenceInAny {
  final class MenuItem {
    var representedObject: Any?
  }

  final class Document {
    let item = MenuItem()
    let title = "draft"

    func register() { item.representedObject = self }
  }

  static let snippet = Snippet("reference in an Any") { log in
    let document = Document()
    document.register()
    log.note((document.item.representedObject as? Document)?.title ?? "none")
    return document
  }
}

enum ReferenceInDictionary {
  final class Registry {
    var services: [String: Service] = [:]
  }

  final class Service {
    let registry = Registry()
    let name = "audio"

    func register() { registry.services[name] = self }
  }

  static let snippet = Snippet("reference in a dictionary") { log in
    let service = Service()
    service.register()
    log.note(service.registry.services["audio"]?.name ?? "none")
    return service
  }
}

enum ReferenceInArray {
  final class Person {
    let name: String
    var friends: [Person] = []

    init(_ name: String) { self.name = name }
  }

  static let snippet = Snippet("reference in an array", expects: .sentence) { log in
    let ella = Person("Ella")
    let louis = Person("Louis")
    ella.friends.append(louis)
    louis.friends.append(ella)
    log.note(louis.friends[0].name)
    return ella
  }
}

enum ReferenceInStruct {
  struct Link {
    var target: Page
    var title: String
  }

  final class Page {
    var link: Link?
    let path = "/songs"
  }

  static let snippet = Snippet("reference in a struct", expects: .sentence) { log in
    let page = Page()
    page.link = Link(target: page, title: "songs")
    log.note(page.link?.target.path ?? "none")
    return page
  }
}

enum ReferenceInSet {
  final class Peer: Hashable {
    let id: Int
    var peers: Set<Peer> = []

    init(_ id: Int) { self.id = id }

    static func == (left: Peer, right: Peer) -> Bool { left.id == right.id }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  static let snippet = Snippet("reference in a set", expects: .sentence) { log in
    let first = Peer(1)
    let second = Peer(2)
    first.peers.insert(second)
    second.peers.insert(first)
    log.note("peer \(second.peers.first?.id ?? 0)")
    return first
  }
}

enum ObserverList {
  protocol Listener: AnyObject {
    func hear(_ sound: String)
  }

  @MainActor
  final class Radio {
    private(set) var listeners: [any Listener] = []

    func add(_ listener: any Listener) { listeners.append(listener) }

    func remove(_ listener: any Listener) { listeners.removeAll { $0 === listener } }

    func play() {
      for listener in listeners { listener.hear("waltz") }
    }
  }

  @MainActor
  final class Dancer: @preconcurrency Listener {
    let radio = Radio()
    private let log: Log

    init(_ log: Log) {
      self.log = log
      radio.add(self)
    }

    func hear(_ sound: String) { log.note("dance a \(sound)") }
  }

  static let snippet = Snippet("list of observers") { log in
    let dancer = Dancer(log)
    dancer.radio.play()
    dancer.radio.remove(dancer)
    dancer.radio.play()
    dancer.radio.add(dancer)
    return dancer
  }
}

enum GenericHolder {
  final class Cell<Value> {
    var value: Value?
  }

  final class Bee {
    let cell = Cell<Bee>()
    let number = Cell<Int>()

    func settle() {
      cell.value = self
      number.value = 7
    }
  }

  static let snippet = Snippet("generic property") { log in
    let bee = Bee()
    bee.settle()
    log.note("bee \(bee.cell.value === bee), number \(bee.number.value ?? 0)")
    return bee
  }
}

enum ClosureOfAStructure {
  final class Panel {
    var shown: [String] = []
    var onTap: ((Int) -> Void)?
  }

  struct Destination {
    let title: String
    let panel: Panel

    func action(_ prefix: String) -> (Int) -> Void {
      { count in
        for index in 0..<count {
          panel.shown.append("\(prefix) \(title) \(index)")
        }
      }
    }
  }

  static let snippet = Snippet("closure of a structure") { log in
    let panel = Panel()
    panel.onTap = Destination(title: "plums", panel: panel).action("two")
    panel.onTap?(2)
    log.note(panel.shown.joined(separator: ", "))
    return panel
  }
}

enum LoopOfATask {
  @MainActor
  final class Reader {
    private(set) var lines: [String] = []
    private var task: Task<Void, Never>?

    func read(_ source: AsyncStream<String>) {
      task = Task { [weak self] in
        guard let self else { return }
        for await line in source {
          lines.append(line)
          self.note(line)
        }
      }
    }

    private func note(_ line: String) {}

    deinit { task?.cancel() }
  }

  static let snippet = Snippet("loop of a task") { log in
    let reader = Reader()
    reader.read(AsyncStream { $0.yield("once upon a time") })
    while reader.lines.isEmpty { await Task.yield() }
    log.note(reader.lines[0])
    return reader
  }
}
