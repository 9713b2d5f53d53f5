import Dispatch

enum StoredClosure {
  final class Player {
    private var plays = 0
    private var onFinish: () -> Void = {}

    func loop() { onFinish = { self.plays += 1 } }
  }

  static func happen() -> AnyObject {
    let player = Player()
    player.loop()
    return player
  }
}

enum NestedClosure {
  final class Screen: @unchecked Sendable {
    private var loads = 0
    private var onTap: () -> Void = {}

    func load() {
      onTap = { DispatchQueue.main.async { [weak self] in self?.loads += 1 } }
    }
  }

  static func happen() -> AnyObject {
    let screen = Screen()
    screen.load()
    return screen
  }
}

enum DelegateProperty {
  protocol TableDelegate: AnyObject {}

  final class Table {
    var delegate: (any TableDelegate)?
  }

  final class Screen: TableDelegate {
    private let table = Table()

    init() { table.delegate = self }
  }

  static func happen() -> AnyObject { Screen() }
}

enum WorkItem {
  final class Search: @unchecked Sendable {
    private var results = 0
    private var pending: DispatchWorkItem?

    func start() { pending = DispatchWorkItem { self.results += 1 } }
  }

  static func happen() -> AnyObject {
    let search = Search()
    search.start()
    return search
  }
}

enum DispatchTimer {
  final class Poller: @unchecked Sendable {
    private var polls = 0
    private var source: (any DispatchSourceTimer)?

    func start() {
      let source = DispatchSource.makeTimerSource()
      source.schedule(deadline: .now() + 3600, repeating: 60)
      source.setEventHandler { self.polls += 1 }
      source.activate()
      self.source = source
    }
  }

  static func happen() -> AnyObject {
    let poller = Poller()
    poller.start()
    return poller
  }
}

/// Two specializations have one cause.
enum GenericClosure {
  final class Box<Content> {
    private var content: Content?
    private var onChange: () -> Void = {}

    func listen() { onChange = { self.content = nil } }
  }

  private static func box<Content>(of type: Content.Type) -> Box<Content> {
    let box = Box<Content>()
    box.listen()
    return box
  }

  static func happen() -> AnyObject {
    _ = box(of: String.self)
    return box(of: Int.self)
  }
}

/// Two subclasses have the cause of what declares the property and makes the closure.
enum InheritedClosure {
  class Screen {
    private var taps = 0
    private var onTap: () -> Void = {}

    func load() { onTap = { self.taps += 1 } }
  }

  final class Menu: Screen {}
  final class Map: Screen {}

  static func happen() -> AnyObject {
    Map().load()
    let menu = Menu()
    menu.load()
    return menu
  }
}

enum StoredMethod {
  final class Form {
    private var submissions = 0
    private var onSubmit: () -> Void = {}

    func show() { onSubmit = submit }

    private func submit() { submissions += 1 }
  }

  static func happen() -> AnyObject {
    let form = Form()
    form.show()
    return form
  }
}

enum CapturedVariable {
  final class Button {
    var isPressed = false
    var onTap: () -> Void = {}
  }

  static func happen() -> AnyObject {
    let button = Button()
    button.onTap = { button.isPressed = true }
    return button
  }
}

enum CollectionElement {
  final class Station {
    private var listeners: [Listener] = []

    func tune(_ count: Int) { listeners = (0..<count).map { _ in Listener(self) } }
  }

  final class Listener {
    private var station: Station?

    init(_ station: Station) { self.station = station }
  }

  static func happen() -> AnyObject {
    let station = Station()
    station.tune(3)
    return station
  }
}

enum EndlessTask {
  final class Feed: @unchecked Sendable {
    private var shown = 0
    private var listener: Task<Void, Never>?

    func listen() {
      let messages = AsyncStream<Int> { $0.yield(1) }
      listener = Task {
        for await message in messages { self.shown += message }
      }
    }
  }

  static func happen() -> AnyObject {
    let feed = Feed()
    feed.listen()
    return feed
  }
}

enum TwoCuts {
  final class List {
    var screen: Screen?
  }

  final class Screen {
    private let list = List()
    private var closings = 0
    private var onClose: () -> Void = {}

    init() {
      list.screen = self
      onClose = { self.closings += 1 }
    }
  }

  static func happen() -> AnyObject { Screen() }
}
