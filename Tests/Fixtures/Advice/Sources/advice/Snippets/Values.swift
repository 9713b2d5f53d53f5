/// References inside values and collections.
extension Snippet {
  static let values = [
    EnumPayload.snippet, ReferenceInAny.snippet, ReferenceInDictionary.snippet,
    ReferenceInArray.snippet, ReferenceInStruct.snippet, ReferenceInSet.snippet,
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

  static let snippet = Snippet("enum payload", expects: .sentence) { log in
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

  static let snippet = Snippet("reference in an Any", expects: .sentence) { log in
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

  static let snippet = Snippet("reference in a dictionary", expects: .sentence) { log in
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
