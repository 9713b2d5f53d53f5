import Dispatch
import Foundation

/// Schedulers, publishers and what else calls back.
extension Snippet {
  static let subscriptions = [
    OwnTimer.snippet, StoredWorkItem.snippet, StoredOperation.snippet, Publisher.snippet,
    SignalOfModel.snippet, CancellingClosure.snippet, ResultCallback.snippet,
    NotificationToken.snippet, ObservableValue.snippet,
  ]
}

enum OwnTimer {
  final class Ticker {
    private let interval: Double
    private let action: (Ticker) -> Void

    init(every interval: Double, _ action: @escaping (Ticker) -> Void) {
      self.interval = interval
      self.action = action
    }

    func fire() { action(self) }
  }

  final class Metronome {
    private(set) var ticker: Ticker?
    private var beats = 0
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      ticker = Ticker(every: 0.5) { [weak self] _ in
        guard let self else { return }
        self.beats += 1
        self.log.note("beat \(self.beats)")
      }
    }
  }

  static let snippet = Snippet("timer of one's own") { log in
    let metronome = Metronome(log)
    metronome.start()
    metronome.ticker?.fire()
    metronome.ticker?.fire()
    return metronome
  }
}

enum StoredWorkItem {
  final class Indexer: @unchecked Sendable {
    private var item: DispatchWorkItem?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func schedule() {
      item = DispatchWorkItem { [weak self] in
        guard let self else { return }
        self.index()
      }
    }

    func run() { item?.perform() }

    private func index() { log.note("indexed") }
  }

  static let snippet = Snippet("stored work item") { log in
    let indexer = Indexer(log)
    indexer.schedule()
    indexer.run()
    return indexer
  }
}

enum StoredOperation {
  final class Import: @unchecked Sendable {
    private var operation: BlockOperation?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func prepare() {
      operation = BlockOperation { [weak self] in self?.log.note("imported") }
    }

    func start() { operation?.start() }
  }

  static let snippet = Snippet("stored operation") { log in
    let work = Import(log)
    work.prepare()
    work.start()
    return work
  }
}

enum Publisher {
  final class Subscription {
    fileprivate let receive: (Int) -> Void

    fileprivate init(_ receive: @escaping (Int) -> Void) { self.receive = receive }

    func store(in list: inout [Subscription]) { list.append(self) }
  }

  final class Subject {
    private var subscriptions: [Subscription] = []

    func sink(_ receive: @escaping (Int) -> Void) -> Subscription {
      let subscription = Subscription(receive)
      subscriptions.append(subscription)
      return subscription
    }

    func send(_ value: Int) {
      for subscription in subscriptions { subscription.receive(value) }
    }
  }

  final class ViewModel {
    let subject = Subject()
    private var subscriptions: [Subscription] = []
    private let log: Log

    init(_ log: Log) { self.log = log }

    func bind() {
      subject
        .sink { [weak self] value in
          guard let self else { return }
          self.log.note("received \(value)")
        }
        .store(in: &subscriptions)
    }
  }

  static let snippet = Snippet("publisher with a subscription") { log in
    let model = ViewModel(log)
    model.bind()
    model.subject.send(7)
    return model
  }
}

enum SignalOfModel {
  final class Signal<Value> {
    private var slots: [(Value) -> Void] = []

    func connect(_ slot: @escaping (Value) -> Void) { slots.append(slot) }

    func emit(_ value: Value) {
      for slot in slots { slot(value) }
    }
  }

  final class Model {
    let nameChanged = Signal<String>()
  }

  final class Screen {
    let model = Model()
    private let log: Log

    init(_ log: Log) {
      self.log = log
      model.nameChanged.connect { [weak self] in self?.show($0) }
    }

    private func show(_ name: String) { log.note("name \(name)") }
  }

  static let snippet = Snippet("signal of a model") { log in
    let screen = Screen(log)
    screen.model.nameChanged.emit("Ella")
    return screen
  }
}

enum CancellingClosure {
  final class Cancellable {
    private var handler: (() -> Void)?

    init(_ handler: @escaping () -> Void) { self.handler = handler }

    func cancel() { handler?() }
  }

  final class Upload {
    private(set) var cancellable: Cancellable?
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      let cancellable = Cancellable { [weak self] in self?.stop() }
      self.cancellable = cancellable
    }

    private func stop() { log.note("stopped") }
  }

  static let snippet = Snippet("cancellable with a closure") { log in
    let upload = Upload(log)
    upload.start()
    upload.cancellable?.cancel()
    return upload
  }
}

enum ResultCallback {
  struct Offline: Error {}

  final class Client {
    private var pending: ((Result<String, any Error>) -> Void)?

    func get(
      _ path: String, timeout: Double = 30,
      completion: @escaping (Result<String, any Error>) -> Void
    ) {
      pending = completion
    }

    func answer(_ result: Result<String, any Error>) { pending?(result) }
  }

  final class Page {
    let client = Client()
    private let log: Log

    init(_ log: Log) { self.log = log }

    func load() {
      client.get("/songs", timeout: 5) { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let text): self.log.note(text)
        case .failure: self.log.note("offline")
        }
      }
    }
  }

  static let snippet = Snippet("completion with a result") { log in
    let page = Page(log)
    page.load()
    page.client.answer(.success("songs"))
    page.client.answer(.failure(Offline()))
    return page
  }
}

enum NotificationToken {
  final class Center {
    private var observers: [String: [(String) -> Void]] = [:]

    func observe(_ name: String, using block: @escaping (String) -> Void) {
      observers[name, default: []].append(block)
    }

    func post(_ name: String) {
      for observer in observers[name] ?? [] { observer(name) }
    }
  }

  final class Session {
    let center = Center()
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start() {
      center.observe(
        "logout",
        using: { [weak self] name in
          guard let self else { return }
          self.log.note("observed \(name)")
        })
    }
  }

  static let snippet = Snippet("notification center of one's own") { log in
    let session = Session(log)
    session.start()
    session.center.post("logout")
    return session
  }
}

enum ObservableValue {
  final class Observable<Value> {
    var onSet: ((_ old: Value, _ new: Value) -> Void)?
    var value: Value {
      didSet { onSet?(oldValue, value) }
    }

    init(_ value: Value) { self.value = value }
  }

  final class Settings {
    let volume = Observable(3)
    private let log: Log

    init(_ log: Log) { self.log = log }

    func observe() {
      volume.onSet = { [weak self] old, new in
        guard let self else { return }
        guard old != new else { return }
        self.log.note("volume \(old) to \(new)")
      }
    }
  }

  static let snippet = Snippet("observable value of a generic class") { log in
    let settings = Settings(log)
    settings.observe()
    settings.volume.value = 3
    settings.volume.value = 5
    return settings
  }
}
