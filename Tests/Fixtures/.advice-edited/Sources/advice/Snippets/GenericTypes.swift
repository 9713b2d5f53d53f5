/// Generic classes, and classes in extensions.
extension Snippet {
  static let genericTypes = [
    GenericStore.snippet, GenericMethod.snippet, GenericNode.snippet, ConstrainedSource.snippet,
    UnconstrainedValue.snippet, RequiredObject.snippet, ExtensionMethod.snippet,
    NestedInExtension.snippet,
    GenericSuperclass.snippet,
  ]
}

enum GenericStore {
  final class Store<State> {
    private(set) var state: State
    private var reducers: [(State) -> Void] = []
    private let log: Log

    init(_ state: State, _ log: Log) {
      self.state = state
      self.log = log
    }

    func start() {
      reducers.append { [weak self] state in
        guard let self else { return }
        self.state = state
        self.log.note("state \(self.state)")
      }
    }

    func send(_ state: State) {
      for reducer in reducers { reducer(state) }
    }
  }

  static let snippet = Snippet("closure of a generic class") { log in
    let store = Store(1, log)
    store.start()
    store.send(2)
    return store
  }
}

enum GenericMethod {
  final class Label {
    private var update: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func bind<Value: CustomStringConvertible>(to value: Value) {
      update = { [weak self] in self?.log.note("shows \(value.description)") }
    }

    func refresh() { update?() }
  }

  static let snippet = Snippet("closure of a generic method") { log in
    let label = Label(log)
    label.bind(to: 12)
    label.refresh()
    return label
  }
}

enum GenericNode {
  final class Node<Value> {
    let value: Value
    weak var parent: Node<Value>?
    private(set) var children: [Node] = []

    init(_ value: Value) { self.value = value }

    func add(_ value: Value) {
      let child = Node(value)
      child.parent = self
      children.append(child)
    }
  }

  static let snippet = Snippet("generic node with a parent") { log in
    let root = Node("root")
    root.add("leaf")
    log.note(root.children[0].parent?.value ?? "none")
    return root
  }
}

enum ConstrainedSource {
  final class Table<Source: AnyObject> {
    weak var dataSource: Source?
  }

  final class Screen {
    let table = Table<Screen>()
    let rows = 4

    func load() { table.dataSource = self }
  }

  static let snippet = Snippet("property of a constrained parameter") { log in
    let screen = Screen()
    screen.load()
    log.note("rows \(screen.table.dataSource?.rows ?? 0)")
    return screen
  }
}

enum UnconstrainedValue {
  final class Box<Value> {
    var value: Value? {
      get { weakValue() }
      set {
        guard let newValue, type(of: newValue as Any) is AnyClass else {
          weakValue = { newValue }
          return
        }
        weakValue = { [weak object = newValue as AnyObject] in object as? Value }
      }
    }
    private var weakValue: () -> Value? = { nil }
  }

  final class Screen {
    let box = Box<Screen>()
    let title = "songs"
  }

  static let snippet = Snippet(
    "property of an unconstrained parameter"
  ) { log in
    let screen = Screen()
    screen.box.value = screen
    log.note(screen.box.value?.title ?? "none")
    return screen
  }
}

enum RequiredObject {
  final class Publisher<Value> {
    private var receivers: [(Value) -> Void] = []

    func assign<Root: AnyObject>(
      to path: ReferenceWritableKeyPath<Root, Value>, on object: Root
    ) {
      receivers.append { [weak object] value in guard let object else { return }; object[keyPath: path] = value }
    }

    func send(_ value: Value) {
      for receiver in receivers { receiver(value) }
    }
  }

  final class Screen {
    let titles = Publisher<String>()
    var title = ""
  }

  static let snippet = Snippet("captured parameter that must be an object") { log in
    let screen = Screen()
    screen.titles.assign(to: \.title, on: screen)
    screen.titles.send("songs")
    log.note(screen.title)
    return screen
  }
}

enum ExtensionMethod {
  final class Player {
    fileprivate var onFinish: (() -> Void)?
    fileprivate let log: Log

    init(_ log: Log) { self.log = log }
  }

  static let snippet = Snippet("closure in an extension's method") { log in
    let player = Player(log)
    player.loop()
    player.finish()
    return player
  }
}

extension ExtensionMethod.Player {
  fileprivate func loop() {
    onFinish = { [weak self] in
      guard let self else { return }
      self.log.note("looped")
    }
  }

  fileprivate func finish() { onFinish?() }
}

enum NestedInExtension {
  final class Album {
    var tracks: [Track] = []
    let title = "blue"
  }

  static let snippet = Snippet("class in an extension") { log in
    let album = Album()
    album.tracks.append(Album.Track(of: album))
    log.note(album.tracks[0].albumTitle)
    return album
  }
}

extension NestedInExtension.Album {
  final class Track {
    private unowned let album: NestedInExtension.Album

    init(of album: NestedInExtension.Album) { self.album = album }

    var albumTitle: String { album.title }
  }
}

enum GenericSuperclass {
  class Presenter<View: AnyObject> {
    weak var view: View?
  }

  final class SongsPresenter: Presenter<SongsView> {
    func show() { view?.show("songs") }
  }

  final class SongsView {
    let presenter = SongsPresenter()
    private let log: Log

    init(_ log: Log) {
      self.log = log
      presenter.view = self
    }

    func show(_ text: String) { log.note(text) }
  }

  static let snippet = Snippet("property of a generic superclass") { log in
    let view = SongsView(log)
    view.presenter.show()
    return view
  }
}
