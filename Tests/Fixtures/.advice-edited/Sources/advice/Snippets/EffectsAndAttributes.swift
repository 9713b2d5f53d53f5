/// Closures that are async, throw, or have attributes.
extension Snippet {
  static let effectsAndAttributes = [
    MainActorClosure.snippet, MainActorType.snippet, SendableClosure.snippet,
    AsyncClosure.snippet, AsyncThrowingClosure.snippet, ThrowingClosure.snippet,
    TypedThrowsClosure.snippet, CatchingClosure.snippet, DeferringClosure.snippet,
    ActorClosure.snippet, ActorStateClosure.snippet,
  ]
}

enum MainActorClosure {
  @MainActor final class Screen {
    private var onRefresh: (@MainActor () -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func load() {
      onRefresh = { @MainActor [weak self] in
        guard let self else { return }
        self.render()
      }
    }

    func pull() { onRefresh?() }

    private func render() { log.note("rendered") }
  }

  static let snippet = Snippet("@MainActor in the closure") { log in
    let screen = Screen(log)
    screen.load()
    screen.pull()
    return screen
  }
}

enum MainActorType {
  @MainActor final class ViewModel {
    var onAppear: (@MainActor (String) -> Void)?
    private(set) var title = ""
    private let log: Log

    init(_ log: Log) { self.log = log }

    func bind() {
      onAppear = { [weak self] title in
        guard let self else { return }
        self.title = title
        self.log.note(self.title)
      }
    }
  }

  static let snippet = Snippet("closure on the main actor") { log in
    let model = ViewModel(log)
    model.bind()
    model.onAppear?("Songs")
    return model
  }
}

enum SendableClosure {
  final class Cache: @unchecked Sendable {
    var onEvict: (@Sendable (String) -> Void)?
    private let limit = 8
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onEvict = { @Sendable [weak self, limit] key in
        guard let self else { return }
        self.log.note("evicted \(key) of \(limit)")
      }
    }
  }

  static let snippet = Snippet("@Sendable and a capture list") { log in
    let cache = Cache(log)
    cache.start()
    cache.onEvict?("cover")
    return cache
  }
}

enum AsyncClosure {
  @MainActor final class Feed {
    private var reload: (@MainActor () async -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      reload = { [weak self] in
        guard let self else { return }
        await Task.yield()
        self.log.note("reloaded")
      }
    }

    func refresh() async { await reload?() }
  }

  static let snippet = Snippet("async closure") { log in
    let feed = Feed(log)
    feed.start()
    await feed.refresh()
    return feed
  }
}

enum AsyncThrowingClosure {
  struct Missing: Error {}

  @MainActor final class Gallery {
    private var load: (@MainActor (Int) async throws -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      load = { [weak self] (page: Int) async throws in
        guard let self else { return }
        await Task.yield()
        guard page < 2 else { throw Missing() }
        self.log.note("page \(page)")
      }
    }

    func open(_ page: Int) async {
      do {
        try await load?(page)
      } catch {
        log.note("no page \(page)")
      }
    }
  }

  static let snippet = Snippet("async closure that throws, with its effects") { log in
    let gallery = Gallery(log)
    gallery.start()
    await gallery.open(1)
    await gallery.open(2)
    return gallery
  }
}

enum ThrowingClosure {
  enum Invalid: Error {
    case empty
  }

  final class Field {
    var text = ""
    var validate: (() throws -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func require() {
      validate = { [weak self] in
        guard let self else { return }
        if self.text.isEmpty { throw Invalid.empty }
        self.log.note("valid")
      }
    }
  }

  static let snippet = Snippet("closure that throws") { log in
    let field = Field(log)
    field.require()
    do { try field.validate?() } catch { log.note("\(error)") }
    field.text = "name"
    try? field.validate?()
    return field
  }
}

enum TypedThrowsClosure {
  enum Denied: Error {
    case locked
  }

  final class Door {
    var open: ((Int) throws(Denied) -> Void)?
    private let code = 42
    private let log: Log

    init(_ log: Log) { self.log = log }

    func lock() {
      open = { [weak self] (code: Int) throws(Denied) -> Void in
        guard let self else { return }
        guard code == self.code else { throw .locked }
        self.log.note("opened")
      }
    }
  }

  static let snippet = Snippet("closure with a typed error") { log in
    let door = Door(log)
    door.lock()
    do { try door.open?(1) } catch { log.note("\(error)") }
    try? door.open?(42)
    return door
  }
}

enum CatchingClosure {
  struct Full: Error {}

  final class Disk {
    var onSave: ((String) -> Void)?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func mount() {
      onSave = { [weak self] name in
        guard let self else { return }
        do {
          try self.write(name)
        } catch {
          self.log.note("full")
        }
      }
    }

    private func write(_ name: String) throws {
      if name.count > 4 { throw Full() }
      log.note("wrote \(name)")
    }
  }

  static let snippet = Snippet("closure that catches") { log in
    let disk = Disk(log)
    disk.mount()
    disk.onSave?("song")
    disk.onSave?("album")
    return disk
  }
}

enum DeferringClosure {
  final class Transaction {
    var commit: (() -> Void)?
    private var isOpen = true
    private let log: Log

    init(_ log: Log) { self.log = log }

    func begin() {
      commit = { [weak self] in
        guard let self else { return }
        defer {
          self.isOpen = false
          self.log.note("closed")
        }
        self.log.note("committed \(self.isOpen)")
      }
    }
  }

  static let snippet = Snippet("closure with a defer") { log in
    let transaction = Transaction(log)
    transaction.begin()
    transaction.commit?()
    return transaction
  }
}

enum ActorClosure {
  actor Worker {
    private var onTick: (@Sendable () async -> Void)?
    private var ticks = 0
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onTick = { [weak self] in guard let self else { return }; await self.tick() }
    }

    func run() async { await onTick?() }

    private func tick() {
      ticks += 1
      log.note("tick \(ticks)")
    }
  }

  static let snippet = Snippet("closure of an actor, Sendable") { log in
    let worker = Worker(log)
    await worker.start()
    await worker.run()
    return worker
  }
}

enum ActorStateClosure {
  actor Worker {
    private var onTick: (() -> Void)?
    private var ticks = 0
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      onTick = { [weak self] in
        self?.assumeIsolated {
          $0.ticks += 1
          $0.log.note("tick \($0.ticks)")
        }
      }
    }

    func run() { onTick?() }
  }

  static let snippet = Snippet("closure on its actor") { log in
    let worker = Worker(log)
    await worker.start()
    await worker.run()
    return worker
  }
}
