/// Closures inside closures.
extension Snippet {
  static let nestedClosures = [
    WeakInInnerOnly.snippet, GuardedOuter.snippet, BoundOuter.snippet, StrongSelf.snippet,
    UsedInInnerOnly.snippet, ListInInner.snippet, WeakInInnermost.snippet,
    ClosureInClosure.snippet, WrappedClosure.snippet, LocalFunctionInClosure.snippet,
    ChainedCompletions.snippet, InnerWithParameter.snippet,
  ]
}

enum WeakInInnerOnly {
  final class LyricsScreen {
    var onLine: ((String) -> Void)?
    private var lines: [String] = []
    private let log: Log

    init(_ log: Log) { self.log = log }

    func follow() {
      onLine = { [weak self] line in
        guard let self else { return }
        let append = { [weak self] in self?.append(line) }
        append()
      }
    }

    private func append(_ line: String) {
      lines.append(line)
      log.note("line \(lines.count)")
    }
  }

  static let snippet = Snippet("weak in the inner closure only") { log in
    let screen = LyricsScreen(log)
    screen.follow()
    screen.onLine?("summertime")
    return screen
  }
}

enum GuardedOuter {
  final class Dialog {
    var onOpen: (() -> Void)?
    var onClose: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func prepare() {
      onOpen = { [weak self] in
        guard let self else { return }
        self.log.note("opened")
        self.onClose = { [weak self] in self?.log.note("closed") }
      }
    }
  }

  static let snippet = Snippet("guard let self in the outer closure") { log in
    let dialog = Dialog(log)
    dialog.prepare()
    dialog.onOpen?()
    dialog.onClose?()
    return dialog
  }
}

enum BoundOuter {
  final class Dialog {
    var onOpen: ((String) -> Void)?
    private var onClose: ((Bool) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func prepare() {
      onOpen = { [weak self] title in
        if let self {
          onClose = { [weak self] isConfirmed in
            guard let self else { return }
            self.log.note("\(title) \(isConfirmed)")
          }
        }
      }
    }

    func close() { onClose?(true) }
  }

  static let snippet = Snippet("if let self in the outer closure") { log in
    let dialog = Dialog(log)
    dialog.prepare()
    dialog.onOpen?("delete")
    dialog.close()
    return dialog
  }
}

enum StrongSelf {
  final class Dialog {
    var onOpen: (() -> Void)?
    private var onClose: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func prepare() {
      onOpen = { [weak self] in
        guard let strongSelf = self else { return }
        strongSelf.onClose = { [weak strongSelf] in strongSelf?.log.note("closed") }
      }
    }

    func close() { onClose?() }
  }

  static let snippet = Snippet("strongSelf in the outer closure") { log in
    let dialog = Dialog(log)
    dialog.prepare()
    dialog.onOpen?()
    dialog.close()
    return dialog
  }
}

enum UsedInInnerOnly {
  final class Grid {
    var onLayout: (([Int]) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onLayout = { [weak self] rows in
        guard let self else { return }
        let heights = rows.map { self.height(of: $0) }
        let total = heights.reduce(0, +)
        precondition(total >= 0)
      }
    }

    private func height(of row: Int) -> Int {
      log.note("row \(row)")
      return row * 20
    }
  }

  static let snippet = Snippet("self in the inner closure only") { log in
    let grid = Grid(log)
    grid.start()
    grid.onLayout?([1, 2])
    return grid
  }
}

enum ListInInner {
  final class Shop {
    var onBuy: ((Int) -> Void)?
    private let currency = "EUR"
    private let log: Log

    init(_ log: Log) { self.log = log }

    func open() {
      onBuy = { [weak self] price in
        guard let self else { return }
        let confirm = { [currency = self.currency, log = self.log] in
          log.note("\(price) \(currency)")
        }
        confirm()
      }
    }
  }

  static let snippet = Snippet("capture list of the inner closure only") { log in
    let shop = Shop(log)
    shop.open()
    shop.onBuy?(12)
    return shop
  }
}

enum WeakInInnermost {
  final class Sync {
    var onStart: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func prepare() {
      onStart = { [weak self] in
        guard let self else { return }
        let upload = {
          let done = { [weak self] in
            self?.log.note("synced")
          }
          done()
        }
        upload()
      }
    }
  }

  static let snippet = Snippet("weak in the innermost of three closures") { log in
    let sync = Sync(log)
    sync.prepare()
    sync.onStart?()
    return sync
  }
}

enum ClosureInClosure {
  final class Player {
    var onFinish: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func loop(_ times: Int) {
      let rewind = { [weak self] in guard let self else { return }; self.log.note("rewound") }
      onFinish = {
        for _ in 0..<times { rewind() }
      }
    }
  }

  static let snippet = Snippet("closure that a stored closure captures") { log in
    let player = Player(log)
    player.loop(2)
    player.onFinish?()
    return player
  }
}

enum WrappedClosure {
  static func once(_ action: @escaping () -> Void) -> () -> Void {
    var isDone = false
    return {
      if isDone { return }
      isDone = true
      action()
    }
  }

  final class Search {
    var onType: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onType = once { [weak self] in
        guard let self else { return }
        self.log.note("searched")
      }
    }
  }

  static let snippet = Snippet("closure that a function wraps") { log in
    let search = Search(log)
    search.start()
    search.onType?()
    search.onType?()
    return search
  }
}

enum LocalFunctionInClosure {
  final class Loader {
    var onLoad: ((Int) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onLoad = { [weak self] count in
        guard let self else { return }
        func show(_ number: Int) {
          self.log.note("shown \(number)")
        }
        for number in 0..<count { show(number) }
      }
    }
  }

  static let snippet = Snippet("local function in a closure") { log in
    let loader = Loader(log)
    loader.start()
    loader.onLoad?(2)
    return loader
  }
}

enum ChainedCompletions {
  final class Service {
    private var completion: ((String) -> Void)?

    func load(_ completion: @escaping (String) -> Void) { self.completion = completion }

    func answer(_ text: String) { completion?(text) }
  }

  final class Screen {
    let service = Service()
    var onTap: (() -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func bind() {
      onTap = { [weak self] in
        guard let self else { return }
        self.service.load { [weak self] text in
          guard let self else { return }
          self.log.note("loaded \(text)")
        }
      }
    }
  }

  static let snippet = Snippet("completion in a stored closure, both stored") { log in
    let screen = Screen(log)
    screen.bind()
    screen.onTap?()
    screen.service.answer("songs")
    return screen
  }
}

enum InnerWithParameter {
  final class Wizard {
    var onStep: ((Int) -> Void)?
    private var steps: [(String) -> Void] = []
    private let log: Log

    init(_ log: Log) { self.log = log }

    func prepare() {
      onStep = { [weak self] number in
        guard let self, number > 0 else { return }
        steps.append { [weak self] answer in
          guard let self else { return }
          self.log.note("step \(number): \(answer)")
        }
      }
    }

    func answer(_ text: String) {
      for step in steps { step(text) }
    }
  }

  static let snippet = Snippet("inner closure appended to an array") { log in
    let wizard = Wizard(log)
    wizard.prepare()
    wizard.onStep?(1)
    wizard.answer("yes")
    return wizard
  }
}
