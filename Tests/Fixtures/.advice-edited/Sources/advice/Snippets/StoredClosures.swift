/// Closures that an object stores itself.
extension Snippet {
  static let storedClosures = [
    OneLineClosure.snippet, ManyLineClosure.snippet, ParameterClosure.snippet,
    TypedParameterClosure.snippet, ShorthandClosure.snippet, TrailingClosure.snippet,
    LabelledClosure.snippet, TwoClosures.snippet, DiscardedResult.snippet, BranchingClosure.snippet,
    SwitchingClosure.snippet, IgnoringClosure.snippet, SuperClosure.snippet,
    ClosureInInitializer.snippet, ComputedClosure.snippet, LazyClosure.snippet,
    ConstantClosure.snippet,
  ]
}

enum OneLineClosure {
  final class Player {
    var onFinish: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onFinish = { [weak self] in self?.rewind() }
    }

    private func rewind() { log.note("rewound") }
  }

  static let snippet = Snippet("stored closure, one line") { log in
    let player = Player(log)
    player.start()
    player.onFinish?()
    return player
  }
}

enum ManyLineClosure {
  final class Download {
    private var completion: (() -> Void)?
    private var received = 0
    private let log: Log

    init(_ log: Log) { self.log = log }

    func resume() {
      completion = { [weak self] in
        guard let self else { return }
        self.received += 1
        self.log.note("received \(self.received)")
      }
    }

    func finish() { completion?() }
  }

  static let snippet = Snippet("stored closure, many lines") { log in
    let download = Download(log)
    download.resume()
    download.finish()
    download.finish()
    return download
  }
}

enum ParameterClosure {
  final class LyricsScreen {
    var onLine: ((String) -> Void)?
    private var lines: [String] = []
    private let log: Log

    init(_ log: Log) { self.log = log }

    func follow() {
      onLine = { [weak self] line in
        guard let self else { return }
        self.lines.append(line)
        self.log.note(self.lines.joined(separator: " "))
      }
    }
  }

  static let snippet = Snippet("stored closure, a parameter") { log in
    let screen = LyricsScreen(log)
    screen.follow()
    screen.onLine?("summer")
    screen.onLine?("time")
    return screen
  }
}

enum TypedParameterClosure {
  final class Slider {
    var onChange: ((Int, Int) -> Void)?
    private var distance = 0
    private let log: Log

    init(_ log: Log) { self.log = log }

    func observe() {
      onChange = { [weak self] (old: Int, new: Int) in
        guard let self else { return }
        self.distance += new - old
        self.log.note("moved \(self.distance)")
      }
    }
  }

  static let snippet = Snippet("stored closure, typed parameters") { log in
    let slider = Slider(log)
    slider.observe()
    slider.onChange?(1, 4)
    return slider
  }
}

enum ShorthandClosure {
  final class SearchField {
    var onType: ((String) -> Void)?
    private let log: Log

    init(_ log: Log) {
      self.log = log
      onType = { [weak self] in guard let self else { return }; self.search(for: $0) }
    }

    private func search(for word: String) { log.note("searched \(word)") }
  }

  static let snippet = Snippet("stored closure, $0") { log in
    let field = SearchField(log)
    field.onType?("swift")
    return field
  }
}

enum TrailingClosure {
  final class Store {
    private var actions: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onChange { [weak self] in
        guard let self else { return }
        self.save()
      }
    }

    func change() { actions?() }

    private func onChange(_ action: @escaping () -> Void) { actions = action }

    private func save() { log.note("saved") }
  }

  static let snippet = Snippet("trailing closure") { log in
    let store = Store(log)
    store.start()
    store.change()
    return store
  }
}

enum LabelledClosure {
  final class Button {
    let title: String
    let action: () -> Void

    init(title: String, action: @escaping () -> Void) {
      self.title = title
      self.action = action
    }
  }

  final class Form {
    private(set) var button: Button?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func load() {
      button = Button(title: "Send", action: { [weak self] in self?.send() })
    }

    private func send() { log.note("sent") }
  }

  static let snippet = Snippet("closure with a label, in an initializer's call") { log in
    let form = Form(log)
    form.load()
    form.button?.action()
    return form
  }
}

enum TwoClosures {
  final class Loader {
    private var success: ((String) -> Void)?
    private var failure: ((Int) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func load() {
      load { [weak self] text in
        guard let self else { return }
        self.show(text)
      } onFailure: { [weak self] code in
        guard let self else { return }
        self.show("error \(code)")
      }
    }

    func finish() {
      success?("hello")
      failure?(404)
    }

    private func load(
      onSuccess: @escaping (String) -> Void, onFailure: @escaping (Int) -> Void
    ) {
      success = onSuccess
      failure = onFailure
    }

    private func show(_ text: String) { log.note(text) }
  }

  static let snippet = Snippet("two trailing closures") { log in
    let loader = Loader(log)
    loader.load()
    loader.finish()
    return loader
  }
}

enum DiscardedResult {
  final class UndoStack {
    var onUndo: (() -> Void)?
    private var items = ["type", "paste"]
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onUndo = { [weak self] in self?.pop() }
    }

    @discardableResult private func pop() -> String {
      let item = items.removeLast()
      log.note("undid \(item)")
      return item
    }
  }

  static let snippet = Snippet("closure that discards a result") { log in
    let stack = UndoStack(log)
    stack.start()
    stack.onUndo?()
    stack.onUndo?()
    return stack
  }
}

enum BranchingClosure {
  final class Lamp {
    var onPress: (() -> Void)?
    private var isOn = false
    private let log: Log

    init(_ log: Log) { self.log = log }

    func connect() {
      onPress = { [weak self] in
        guard let self else { return }
        if self.isOn {
          self.set(false)
        } else {
          self.set(true)
        }
      }
    }

    private func set(_ isOn: Bool) {
      self.isOn = isOn
      log.note(isOn ? "on" : "off")
    }
  }

  static let snippet = Snippet("closure that is one if") { log in
    let lamp = Lamp(log)
    lamp.connect()
    lamp.onPress?()
    lamp.onPress?()
    return lamp
  }
}

enum SwitchingClosure {
  enum Event {
    case tap
    case key(Character)
  }

  final class Keyboard {
    var onEvent: ((Event) -> Void)?
    private var isEnabled = true
    private let log: Log

    init(_ log: Log) { self.log = log }

    func listen() {
      onEvent = { [weak self] event in
        guard let self else { return }
        guard self.isEnabled else { return }
        switch event {
        case .tap: self.log.note("tap")
        case .key(let key): self.log.note("key \(key)")
        }
      }
    }
  }

  static let snippet = Snippet("closure with a guard and a switch") { log in
    let keyboard = Keyboard(log)
    keyboard.listen()
    keyboard.onEvent?(.tap)
    keyboard.onEvent?(.key("q"))
    return keyboard
  }
}

enum IgnoringClosure {
  final class Connection {
    var onClose: ((Int, String) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func open() {
      onClose = { [weak self] code, _ in guard let self else { return }; self.reconnect(after: code) }
    }

    private func reconnect(after code: Int) { log.note("reconnected after \(code)") }
  }

  static let snippet = Snippet("closure that ignores a parameter") { log in
    let connection = Connection(log)
    connection.open()
    connection.onClose?(1001, "going away")
    return connection
  }
}

enum SuperClosure {
  class Screen {
    let log: Log

    init(_ log: Log) { self.log = log }

    func reload() { log.note("reloaded") }
  }

  final class ListScreen: Screen {
    private var onChange: (() -> Void)?

    override func reload() {
      onChange = { super.reload() }
    }

    func change() { onChange?() }
  }

  // `super` cannot be used where `self` is captured explicitly.
  static let snippet = Snippet("closure that calls super", expects: .sentence) { log in
    let screen = ListScreen(log)
    screen.reload()
    screen.change()
    return screen
  }
}

enum ClosureInInitializer {
  class View {
    var onLayout: () -> Void = {}
    let log: Log

    init(_ log: Log) { self.log = log }
  }

  final class Badge: View {
    private var number: Int

    init(number: Int, _ log: Log) {
      self.number = number
      super.init(log)
      onLayout = { [weak self] in
        guard let self else { return }
        self.log.note("badge \(self.number)")
      }
    }
  }

  static let snippet = Snippet("closure of the superclass, set in an initializer") { log in
    let badge = Badge(number: 3, log)
    badge.onLayout()
    return badge
  }
}

enum ComputedClosure {
  final class Menu {
    private var onSelect: ((Int) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    private var selection: (Int) -> Void {
      { [weak self] row in self?.log.note("row \(row)") }
    }

    func open() { onSelect = selection }

    func select(_ row: Int) { onSelect?(row) }
  }

  static let snippet = Snippet("closure that a computed property makes") { log in
    let menu = Menu(log)
    menu.open()
    menu.select(2)
    return menu
  }
}

enum LazyClosure {
  final class Report {
    private let log: Log
    private lazy var write: (String) -> Void = { [weak self] line in
      guard let self else { return }
      self.log.note("wrote \(line)")
    }

    init(_ log: Log) { self.log = log }

    func finish() { write("total") }
  }

  static let snippet = Snippet("lazy closure") { log in
    let report = Report(log)
    report.finish()
    return report
  }
}

enum ConstantClosure {
  final class Toolbar {
    var onSave: (() -> Void)?
    var onShare: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func load() {
      let act = { [weak self] in guard let self else { return }; self.log.note("acted") }
      onSave = act
      onShare = act
    }
  }

  static let snippet = Snippet("closure in a constant, stored twice") { log in
    let toolbar = Toolbar(log)
    toolbar.load()
    toolbar.onSave?()
    toolbar.onShare?()
    return toolbar
  }
}
