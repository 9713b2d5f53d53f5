/// Properties that lead back to an owner.
extension Snippet {
  static let backReferences = [
    VariableParent.snippet, ConstantParent.snippet, PrivateParent.snippet,
    FileprivateSetOwner.snippet, InternalSetParent.snippet, UnwrappedParent.snippet,
    InitializedParent.snippet, VariableOwner.snippet, OptionalConstantParent.snippet,
    LinkedList.snippet, ThreeObjectRing.snippet, OwnReference.snippet, LazyPart.snippet,
    ActorSupervisor.snippet, SendableOwner.snippet, PersonAndApartment.snippet,
    CustomerAndCard.snippet,
  ]
}

enum VariableParent {
  final class View {
    var parent: View?
    var subviews: [View] = []
    let name: String

    init(_ name: String) { self.name = name }

    func add(_ view: View) {
      subviews.append(view)
      view.parent = self
    }
  }

  static let snippet = Snippet("parent") { log in
    let window = View("window")
    window.add(View("button"))
    log.note(window.subviews[0].parent?.name ?? "none")
    return window
  }
}

enum ConstantParent {
  final class Order {
    private(set) var items: [Item] = []
    let number = 7

    func add(_ name: String) { items.append(Item(name, in: self)) }
  }

  final class Item {
    let name: String
    let parent: Order

    init(_ name: String, in parent: Order) {
      self.name = name
      self.parent = parent
    }

    var label: String { "\(name) of \(parent.number)" }
  }

  static let snippet = Snippet("constant parent") { log in
    let order = Order()
    order.add("tea")
    log.note(order.items[0].label)
    return order
  }
}

enum PrivateParent {
  final class Account {
    let cards = Cards()
    let holder = "Ella"

    func open() { cards.attach(to: self) }
  }

  final class Cards {
    private var account: Account?

    func attach(to account: Account) { self.account = account }

    var holder: String { account?.holder ?? "nobody" }
  }

  static let snippet = Snippet("private reference to an owner") { log in
    let account = Account()
    account.open()
    log.note(account.cards.holder)
    return account
  }
}

enum FileprivateSetOwner {
  final class Pet {
    fileprivate(set) var owner: Person?
  }

  final class Person {
    private(set) var pets: [Pet] = []
    let name = "Ella"

    func adopt(_ pet: Pet) {
      pet.owner = self
      pets.append(pet)
    }
  }

  static let snippet = Snippet("owner with fileprivate(set)") { log in
    let person = Person()
    person.adopt(Pet())
    log.note(person.pets[0].owner?.name ?? "none")
    return person
  }
}

enum InternalSetParent {
  public final class Layer {
    public internal(set) var parent: Layer?
    private var layers: [Layer] = []
    let depth: Int

    init(depth: Int) { self.depth = depth }

    func makeLayer() -> Layer {
      let layer = Layer(depth: depth + 1)
      layer.parent = self
      layers.append(layer)
      return layer
    }
  }

  static let snippet = Snippet("parent with public internal(set)") { log in
    let root = Layer(depth: 0)
    let layer = root.makeLayer()
    log.note("depth \(layer.depth) in \(layer.parent?.depth ?? -1)")
    return root
  }
}

enum UnwrappedParent {
  final class Coordinator {
    let screen = Screen()
    private let log: Log

    init(_ log: Log) {
      self.log = log
      screen.coordinator = self
    }

    func open(_ name: String) { log.note("opened \(name)") }
  }

  final class Screen {
    var coordinator: Coordinator!

    func tap() { coordinator.open("detail") }
  }

  static let snippet = Snippet("implicitly unwrapped owner") { log in
    let coordinator = Coordinator(log)
    coordinator.screen.tap()
    return coordinator
  }
}

enum InitializedParent {
  final class Comment {
    let text: String
    private var replies: [Comment] = []
    private var parent: Comment? = nil  // nil for the first one

    init(_ text: String) { self.text = text }

    func reply(_ text: String) -> Comment {
      let comment = Comment(text)
      comment.parent = self
      replies.append(comment)
      return comment
    }

    var thread: String { (parent.map { $0.thread + "/" } ?? "") + text }
  }

  static let snippet = Snippet("parent with an initial value") { log in
    let comment = Comment("nice")
    log.note(comment.reply("thanks").thread)
    return comment
  }
}

enum VariableOwner {
  final class Team {
    var members: [Member] = []
    let name: String

    init(_ name: String) { self.name = name }
  }

  final class Member {
    var team: Team

    init(of team: Team) {
      self.team = team
      team.members.append(self)
    }
  }

  static let snippet = Snippet("variable owner that is not optional") { log in
    let team = Team("blue")
    log.note(Member(of: team).team.name)
    return team
  }
}

enum OptionalConstantParent {
  final class Scope {
    let parent: Scope?
    private var scopes: [Scope] = []

    init(in parent: Scope?) { self.parent = parent }

    func open() -> Scope {
      let scope = Scope(in: self)
      scopes.append(scope)
      return scope
    }

    var depth: Int { (parent?.depth ?? -1) + 1 }
  }

  static let snippet = Snippet("optional constant parent") { log in
    let global = Scope(in: nil)
    let block = global.open()
    log.note("depth \(block.open().depth)")
    return global
  }
}

enum LinkedList {
  final class Node {
    var next: Node?
    var previous: Node?
    let value: Int

    init(_ value: Int) { self.value = value }
  }

  final class List {
    private var head: Node?
    private var tail: Node?

    func append(_ value: Int) {
      let node = Node(value)
      node.previous = tail
      tail?.next = node
      tail = node
      if head == nil { head = node }
    }

    var backwards: [Int] {
      var values: [Int] = []
      var node = tail
      while let current = node {
        values.append(current.value)
        node = current.previous
      }
      return values
    }
  }

  // Nothing tells which of the two links owns.
  static let snippet = Snippet("doubly linked list", expects: .sentence) { log in
    let list = List()
    for value in 1...3 { list.append(value) }
    log.note("\(list.backwards)")
    return list
  }
}

enum ThreeObjectRing {
  final class Company {
    let department = Department()

    init() { department.desk.company = self }

    let name = "Blue Note"
  }

  final class Department {
    let desk = Desk()
  }

  final class Desk {
    var company: Company?
  }

  static let snippet = Snippet("ring of three objects") { log in
    let company = Company()
    log.note(company.department.desk.company?.name ?? "none")
    return company
  }
}

enum OwnReference {
  final class Screen {
    var presented: Screen?
    let title = "songs"

    func present() { presented = self }
  }

  static let snippet = Snippet("reference to itself", expects: .sentence) { log in
    let screen = Screen()
    screen.present()
    log.note(screen.presented?.title ?? "none")
    return screen
  }
}

enum LazyPart {
  final class Editor {
    lazy var history = History(of: self)
    let title = "draft"
  }

  final class History {
    private let editor: Editor

    init(of editor: Editor) { self.editor = editor }

    var title: String { "history of \(editor.title)" }
  }

  static let snippet = Snippet("constant owner of a lazy part") { log in
    let editor = Editor()
    log.note(editor.history.title)
    return editor
  }
}

enum ActorSupervisor {
  actor Worker {
    private var supervisor: Supervisor?

    func join(_ supervisor: Supervisor) { self.supervisor = supervisor }

    func fail() async { await supervisor?.failed() }
  }

  actor Supervisor {
    let worker = Worker()
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() async { await worker.join(self) }

    func failed() { log.note("failed") }
  }

  static let snippet = Snippet("actor that leads back to an actor") { log in
    let supervisor = Supervisor(log)
    await supervisor.start()
    await supervisor.worker.fail()
    return supervisor
  }
}

enum SendableOwner {
  final class Session: @unchecked Sendable {
    private(set) var requests: [Request] = []
    let host = "localhost"

    func get(_ path: String) { requests.append(Request(path, of: self)) }
  }

  final class Request: Sendable {
    let path: String
    private let session: Session

    init(_ path: String, of session: Session) {
      self.path = path
      self.session = session
    }

    var url: String { session.host + path }
  }

  static let snippet = Snippet("constant owner of a Sendable class") { log in
    let session = Session()
    session.get("/songs")
    log.note(session.requests[0].url)
    return session
  }
}

enum PersonAndApartment {
  final class Person {
    let name: String
    var apartment: Apartment?

    init(name: String) { self.name = name }
  }

  final class Apartment {
    let unit: String
    var tenant: Person?

    init(unit: String) { self.unit = unit }
  }

  // Nothing tells which of the two owns the other.
  static let snippet = Snippet("two optional references", expects: .sentence) { log in
    let john = Person(name: "John")
    let apartment = Apartment(unit: "4A")
    john.apartment = apartment
    apartment.tenant = john
    log.note("\(john.apartment?.unit ?? "none") \(apartment.tenant?.name ?? "none")")
    return john
  }
}

enum CustomerAndCard {
  final class Customer {
    let name: String
    var card: CreditCard?

    init(name: String) { self.name = name }
  }

  final class CreditCard {
    let number: Int
    let customer: Customer

    init(number: Int, customer: Customer) {
      self.number = number
      self.customer = customer
    }
  }

  // Only the customer owns the card: a weak card would be gone at once.
  static let snippet = Snippet(
    "optional part with a constant owner", expects: .sentence
  ) { log in
    let john = Customer(name: "John")
    john.card = CreditCard(number: 1234, customer: john)
    log.note("\(john.card?.number ?? 0) of \(john.card?.customer.name ?? "nobody")")
    return john
  }
}
