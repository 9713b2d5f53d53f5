/// Methods and functions that are stored.
extension Snippet {
  static let functions = [
    BareMethod.snippet, MethodOfSelf.snippet, MethodWithLabel.snippet, MethodWithArguments.snippet,
    MethodAsArgument.snippet, MethodInArray.snippet, MethodOfOther.snippet,
    ThrowingMethod.snippet, AsyncMethod.snippet, MethodWithResult.snippet,
    LocalFunction.snippet, LocalFunctionOfClosure.snippet, LocalFunctionOfOthers.snippet,
    Autoclosure.snippet,
  ]
}

enum BareMethod {
  final class Player {
    var onFinish: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func loop() {
      onFinish = { [weak self] in self?.rewind() }
    }

    private func rewind() { log.note("rewound") }
  }

  static let snippet = Snippet("stored method") { log in
    let player = Player(log)
    player.loop()
    player.onFinish?()
    return player
  }
}

enum MethodOfSelf {
  final class Player {
    var onFinish: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func loop() {
      onFinish = { [weak self] in self?.rewind() }
    }

    private func rewind() { log.note("rewound") }
  }

  static let snippet = Snippet("stored method of self") { log in
    let player = Player(log)
    player.loop()
    player.onFinish?()
    return player
  }
}

enum MethodWithLabel {
  final class Slider {
    var onChange: ((Int) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func bind() {
      onChange = { [weak self] in self?.update(value: $0) }
    }

    private func update(value: Int) { log.note("value \(value)") }
  }

  static let snippet = Snippet("stored method with a label") { log in
    let slider = Slider(log)
    slider.bind()
    slider.onChange?(5)
    return slider
  }
}

enum MethodWithArguments {
  final class Board {
    var onMove: ((String, Int) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func bind() {
      onMove = { [weak self] in self?.move($0, to: $1) }
    }

    private func move(_ piece: String, to field: Int) { log.note("\(piece) to \(field)") }
  }

  static let snippet = Snippet("stored method with arguments") { log in
    let board = Board(log)
    board.bind()
    board.onMove?("rook", 8)
    return board
  }
}

enum MethodAsArgument {
  final class Button {
    private let action: () -> Void

    init(title: String, action: @escaping () -> Void) { self.action = action }

    func tap() { action() }
  }

  final class Form {
    private(set) var button: Button?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func load() {
      button = Button(title: "Save", action: { [weak self] in self?.save() })
    }

    private func save() { log.note("saved") }
  }

  static let snippet = Snippet("method as an argument") { log in
    let form = Form(log)
    form.load()
    form.button?.tap()
    return form
  }
}

enum MethodInArray {
  final class Clock {
    private var handlers: [() -> Void] = []
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      handlers.append({ [weak self] in self?.tick() })
    }

    func fire() {
      for handler in handlers { handler() }
    }

    private func tick() { log.note("tick") }
  }

  static let snippet = Snippet("method in an array") { log in
    let clock = Clock(log)
    clock.start()
    clock.fire()
    return clock
  }
}

enum MethodOfOther {
  final class Button {
    var action: (() -> Void)?
  }

  final class Form {
    let button = Button()
    private let log: Log

    init(_ log: Log) { self.log = log }

    func send() { log.note("sent") }
  }

  static func makeForm(_ log: Log) -> Form {
    let form = Form(log)
    form.button.action = { [weak form] in form?.send() }
    return form
  }

  static let snippet = Snippet("stored method of another object") { log in
    let form = makeForm(log)
    form.button.action?()
    return form
  }
}

enum ThrowingMethod {
  struct Invalid: Error {}

  final class Field {
    var text = ""
    var validate: (() throws -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func require() {
      validate = { [weak self] in try self?.check() }
    }

    private func check() throws {
      if text.isEmpty { throw Invalid() }
      log.note("valid")
    }
  }

  static let snippet = Snippet("stored method that throws") { log in
    let field = Field(log)
    field.require()
    do { try field.validate?() } catch { log.note("invalid") }
    field.text = "name"
    try? field.validate?()
    return field
  }
}

enum AsyncMethod {
  @MainActor final class Feed {
    private var reload: (@MainActor () async -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      reload = fetch
    }

    func refresh() async { await reload?() }

    private func fetch() async {
      await Task.yield()
      log.note("fetched")
    }
  }

  static let snippet = Snippet("stored method that is async", expects: .sentence) { log in
    let feed = Feed(log)
    feed.start()
    await feed.refresh()
    return feed
  }
}

enum MethodWithResult {
  final class Document {
    var shouldClose: (() -> Bool)?
    private var isSaved = true
    private let log: Log

    init(_ log: Log) { self.log = log }

    func open() {
      shouldClose = canClose
    }

    private func canClose() -> Bool {
      log.note("asked")
      return isSaved
    }
  }

  static let snippet = Snippet("stored method with a result", expects: .sentence) { log in
    let document = Document(log)
    document.open()
    log.note("\(document.shouldClose?() ?? false)")
    return document
  }
}

enum LocalFunction {
  final class Player {
    var onFinish: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func loop() {
      let rewind: () -> Void = { [weak self] in
        guard let self else { return }
        self.log.note("rewound")
      }
      onFinish = rewind
    }
  }

  static let snippet = Snippet("stored local function") { log in
    let player = Player(log)
    player.loop()
    player.onFinish?()
    return player
  }
}

enum LocalFunctionOfClosure {
  final class Player {
    var onFinish: ((Int) -> Void)?
    private let log: Log
    private var plays = 1

    init(_ log: Log) { self.log = log }

    func loop() {
      let rewind: () -> Void = { [weak self] in guard let self else { return }; log.note("rewound \(plays)") }
      rewind()
      onFinish = { seconds in
        if seconds > 1 { rewind() }
      }
    }
  }

  static let snippet = Snippet("local function that a closure calls") { log in
    let player = Player(log)
    player.loop()
    player.onFinish?(3)
    return player
  }
}

enum LocalFunctionOfOthers {
  final class Player {
    var onFinish: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func loop() {
      func note() {
        log.note("rewound")
      }
      func rewind() {
        note()
      }
      onFinish = rewind
    }
  }

  // As a closure it would keep what the other function captures.
  static let snippet = Snippet("local function that calls another", expects: .sentence) { log in
    let player = Player(log)
    player.loop()
    player.onFinish?()
    return player
  }
}

enum Autoclosure {
  final class Logger {
    private var messages: [() -> String] = []
    private let name = "audio"
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      weak let weakSelf = self
      add("started \(weakSelf?.name ?? "")")
    }

    func flush() {
      for message in messages { log.note(message()) }
    }

    private func add(_ message: @autoclosure @escaping () -> String) { messages.append(message) }
  }

  static let snippet = Snippet("stored autoclosure") { log in
    let logger = Logger(log)
    logger.start()
    logger.flush()
    return logger
  }
}
