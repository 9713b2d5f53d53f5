/// Closures in collections, values and parts.
extension Snippet {
  static let storingPlaces = [
    ClosureInArray.snippet, ClosureInDictionary.snippet, ClosuresInLiteral.snippet,
    ClosureInEnum.snippet, ClosureInTuple.snippet, ClosureInStruct.snippet,
    ClosuresInArrayLiteral.snippet, ClosureInBox.snippet, ClosureOfPart.snippet,
    ClosureOfPartsPart.snippet,
  ]
}

enum ClosureInArray {
  final class Clock {
    private var actions: [() -> Void] = []
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      actions.append { [weak self] in self?.log.note("tick") }
    }

    func fire() {
      for action in actions { action() }
    }
  }

  static let snippet = Snippet("closure in an array") { log in
    let clock = Clock(log)
    clock.start()
    clock.fire()
    return clock
  }
}

enum ClosureInDictionary {
  final class Router {
    private var routes: [String: (String) -> Void] = [:]
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      routes["songs"] = { [weak self] query in
        guard let self else { return }
        self.log.note("songs \(query)")
      }
    }

    func open(_ path: String, query: String) { routes[path]?(query) }
  }

  static let snippet = Snippet("closure in a dictionary") { log in
    let router = Router(log)
    router.start()
    router.open("songs", query: "jazz")
    return router
  }
}

enum ClosuresInLiteral {
  final class Menu {
    private var commands: [String: () -> Void] = [:]
    private let log: Log

    init(_ log: Log) { self.log = log }

    func load() {
      commands = [
        "copy": { [weak self] in self?.log.note("copied") },
        "paste": { [weak self] in self?.log.note("pasted") },
      ]
    }

    func choose(_ name: String) { commands[name]?() }
  }

  static let snippet = Snippet("closures in a dictionary literal") { log in
    let menu = Menu(log)
    menu.load()
    menu.choose("copy")
    menu.choose("paste")
    return menu
  }
}

enum ClosureInEnum {
  enum State {
    case idle
    case loading(onDone: (Int) -> Void)
  }

  final class Loader {
    private var state = State.idle
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      state = .loading(onDone: { [weak self] count in self?.log.note("loaded \(count)") })
    }

    func finish() {
      if case .loading(let onDone) = state { onDone(3) }
    }
  }

  static let snippet = Snippet("closure in an enum") { log in
    let loader = Loader(log)
    loader.start()
    loader.finish()
    return loader
  }
}

enum ClosureInTuple {
  final class Toolbar {
    private var item: (title: String, action: () -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func load() {
      item = (
        title: "Share",
        action: { [weak self] in
          guard let self else { return }
          self.log.note("shared")
        }
      )
    }

    func tap() { item?.action() }
  }

  static let snippet = Snippet("closure in a tuple") { log in
    let toolbar = Toolbar(log)
    toolbar.load()
    toolbar.tap()
    return toolbar
  }
}

enum ClosureInStruct {
  struct Row {
    var title: String
    var onSelect: () -> Void
  }

  final class List {
    private(set) var rows: [Row] = []
    private let log: Log

    init(_ log: Log) { self.log = log }

    func load(_ titles: [String]) {
      rows = titles.map { title in
        Row(title: title) { [weak self] in
          guard let self else { return }
          self.log.note("selected \(title)")
        }
      }
    }
  }

  static let snippet = Snippet("closure in a struct, made in a map") { log in
    let list = List(log)
    list.load(["one", "two"])
    for row in list.rows { row.onSelect() }
    return list
  }
}

enum ClosuresInArrayLiteral {
  final class Pipeline {
    private var stages: [(Int) -> Void] = []
    private let log: Log

    init(_ log: Log) { self.log = log }

    func build() {
      stages = [
        { [weak self] in self?.log.note("first \($0)") },
        { [weak self] number in
          guard let self else { return }
          self.log.note("second \(number * 2)")
        },
      ]
    }

    func run() {
      for stage in stages { stage(4) }
    }
  }

  static let snippet = Snippet("closures in an array literal") { log in
    let pipeline = Pipeline(log)
    pipeline.build()
    pipeline.run()
    return pipeline
  }
}

enum ClosureInBox {
  final class Box<Value> {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  final class Alarm {
    private var action: Box<() -> Void>?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func set() {
      action = Box { [weak self] in self?.log.note("rang") }
    }

    func ring() { action?.value() }
  }

  static let snippet = Snippet("closure in a generic box") { log in
    let alarm = Alarm(log)
    alarm.set()
    alarm.ring()
    return alarm
  }
}

enum ClosureOfPart {
  final class Button {
    var onTap: (() -> Void)?
  }

  final class Screen {
    let button = Button()
    private let log: Log

    init(_ log: Log) { self.log = log }

    func load() {
      button.onTap = { [weak self] in
        guard let self else { return }
        self.log.note("tapped")
      }
    }
  }

  static let snippet = Snippet("closure of a part") { log in
    let screen = Screen(log)
    screen.load()
    screen.button.onTap?()
    return screen
  }
}

enum ClosureOfPartsPart {
  final class Cell {
    var onDelete: ((Int) -> Void)?
  }

  final class Table {
    var cells = [Cell(), Cell()]
  }

  final class Screen {
    let table = Table()
    private let log: Log

    init(_ log: Log) { self.log = log }

    func load() {
      for (index, cell) in table.cells.enumerated() {
        cell.onDelete = { [weak self] row in
          guard let self else { return }
          self.delete(row, from: index)
        }
      }
    }

    private func delete(_ row: Int, from section: Int) { log.note("deleted \(row) of \(section)") }
  }

  static let snippet = Snippet("closure of each part of a part") { log in
    let screen = Screen(log)
    screen.load()
    for cell in screen.table.cells { cell.onDelete?(5) }
    return screen
  }
}
