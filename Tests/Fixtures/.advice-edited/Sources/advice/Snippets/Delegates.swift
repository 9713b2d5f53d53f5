/// Properties of a protocol's type.
extension Snippet {
  static let delegates = [
    VariableDelegate.snippet, ConstantDelegate.snippet, PrivateDelegate.snippet,
    ObservedDelegate.snippet, DataSource.snippet, PublicDelegate.snippet,
    UnboundDelegate.snippet, ClassDelegate.snippet, MainActorDelegate.snippet,
    WrappedDelegate.snippet,
  ]
}

enum VariableDelegate {
  protocol PlayerDelegate: AnyObject {
    func playerDidFinish()
  }

  final class Player {
    weak var delegate: PlayerDelegate?

    func finish() { delegate?.playerDidFinish() }
  }

  final class Screen: PlayerDelegate {
    let player = Player()
    private let log: Log

    init(_ log: Log) {
      self.log = log
      player.delegate = self
    }

    func playerDidFinish() { log.note("finished") }
  }

  static let snippet = Snippet("delegate") { log in
    let screen = Screen(log)
    screen.player.finish()
    return screen
  }
}

enum ConstantDelegate {
  protocol LoaderDelegate: AnyObject {
    func loaded(_ count: Int)
  }

  final class Loader {
    unowned let delegate: LoaderDelegate

    init(delegate: LoaderDelegate) { self.delegate = delegate }

    func load() { delegate.loaded(3) }
  }

  final class Screen: LoaderDelegate {
    private lazy var loader = Loader(delegate: self)
    private let log: Log

    init(_ log: Log) { self.log = log }

    func open() { loader.load() }

    func loaded(_ count: Int) { log.note("loaded \(count)") }
  }

  static let snippet = Snippet("constant delegate of a lazy part") { log in
    let screen = Screen(log)
    screen.open()
    return screen
  }
}

enum PrivateDelegate {
  protocol Output: AnyObject {
    func present(_ text: String)
  }

  final class Interactor {
    private weak var output: (any Output)?

    func attach(_ output: any Output) { self.output = output }

    func run() { output?.present("done") }
  }

  final class Presenter: Output {
    let interactor = Interactor()
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() { interactor.attach(self) }

    func present(_ text: String) { log.note(text) }
  }

  static let snippet = Snippet("private delegate of any") { log in
    let presenter = Presenter(log)
    presenter.start()
    presenter.interactor.run()
    return presenter
  }
}

enum ObservedDelegate {
  protocol CellDelegate: AnyObject {
    var title: String { get }
  }

  final class Cell {
    weak var delegate: CellDelegate? {
      didSet { title = delegate?.title ?? "none" }
    }
    private(set) var title = ""
  }

  final class Row: CellDelegate {
    let cell = Cell()
    let title = "row"

    func bind() { cell.delegate = self }
  }

  static let snippet = Snippet("delegate with a didSet") { log in
    let row = Row()
    row.bind()
    log.note(row.cell.title)
    return row
  }
}

enum DataSource {
  protocol TableDataSource: AnyObject {
    func numberOfRows() -> Int
  }

  final class Table {
    unowned var dataSource: any TableDataSource

    init(dataSource: any TableDataSource) { self.dataSource = dataSource }

    var rows: Int { dataSource.numberOfRows() }
  }

  final class Screen: TableDataSource {
    private(set) var table: Table?

    func load() { table = Table(dataSource: self) }

    func numberOfRows() -> Int { 4 }
  }

  static let snippet = Snippet("data source that is not optional") { log in
    let screen = Screen()
    screen.load()
    log.note("rows \(screen.table?.rows ?? 0)")
    return screen
  }
}

enum PublicDelegate {
  public protocol SocketDelegate: AnyObject {
    func socket(_ socket: Socket, received text: String)
  }

  public final class Socket {
    /// Is told what the socket receives.
    public weak var delegate: (any SocketDelegate)? = nil

    func receive(_ text: String) { delegate?.socket(self, received: text) }
  }

  final class Chat: SocketDelegate {
    let socket = Socket()
    private let log: Log

    init(_ log: Log) {
      self.log = log
      socket.delegate = self
    }

    func socket(_ socket: Socket, received text: String) { log.note("received \(text)") }
  }

  static let snippet = Snippet("public delegate with a value") { log in
    let chat = Chat(log)
    chat.socket.receive("hello")
    return chat
  }
}

enum UnboundDelegate {
  protocol TimerDelegate {
    func fired()
  }

  final class Countdown {
    var delegate: TimerDelegate? {
      get { weakDelegate() }
      set {
        guard let newValue, type(of: newValue as Any) is AnyClass else {
          weakDelegate = { newValue }
          return
        }
        weakDelegate = { [weak object = newValue as AnyObject] in object as? TimerDelegate }
      }
    }
    private var weakDelegate: () -> TimerDelegate? = { nil }

    func fire() { delegate?.fired() }
  }

  final class Quiz: TimerDelegate {
    let countdown = Countdown()
    private let log: Log

    init(_ log: Log) {
      self.log = log
      countdown.delegate = self
    }

    func fired() { log.note("time is up") }
  }

  static let snippet = Snippet(
    "delegate without a class bound"
  ) { log in
    let quiz = Quiz(log)
    quiz.countdown.fire()
    return quiz
  }
}

enum ClassDelegate {
  class Handler {
    func handle(_ code: Int) {}
  }

  final class Server {
    private(set) weak var handler: Handler?

    func listen(_ handler: Handler) { self.handler = handler }

    func receive(_ code: Int) { handler?.handle(code) }
  }

  final class App: Handler {
    let server = Server()
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() { server.listen(self) }

    override func handle(_ code: Int) { log.note("handled \(code)") }
  }

  static let snippet = Snippet("handler of a class's type") { log in
    let app = App(log)
    app.start()
    app.server.receive(200)
    return app
  }
}

enum MainActorDelegate {
  @MainActor protocol PickerDelegate: AnyObject {
    func picked(_ name: String)
  }

  @MainActor final class Picker {
    weak var delegate: (any PickerDelegate)?

    func pick(_ name: String) { delegate?.picked(name) }
  }

  @MainActor final class Editor: PickerDelegate {
    private let picker = Picker()
    private let log: Log

    init(_ log: Log) { self.log = log }

    func open() {
      picker.delegate = self
      picker.pick("blue")
    }

    func picked(_ name: String) { log.note("picked \(name)") }
  }

  static let snippet = Snippet("delegate on the main actor") { log in
    let editor = Editor(log)
    editor.open()
    return editor
  }
}

enum WrappedDelegate {
  protocol ViewDelegate: AnyObject {
    func drew()
  }

  @propertyWrapper struct Counted<Value> {
    private(set) var writes = 0
    var wrappedValue: Value {
      didSet { writes += 1 }
    }
    var projectedValue: Int { writes }

    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  }

  final class View {
    @Counted var delegate: ViewDelegate?

    func draw() { delegate?.drew() }
  }

  final class Screen: ViewDelegate {
    let view = View()
    private let log: Log

    init(_ log: Log) {
      self.log = log
      view.delegate = self
    }

    func drew() { log.note("drew, set \(view.$delegate)") }
  }

  // A property with a wrapper cannot be weak.
  static let snippet = Snippet("delegate with a wrapper", expects: .sentence) { log in
    let screen = Screen(log)
    screen.view.draw()
    return screen
  }
}
