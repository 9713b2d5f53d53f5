import LeakCatalogue

/// A promise with work that begins only when somebody starts it.
public enum UnstartedPromise: Case {
  public static let id = "requests/unstarted-promise"
  public static let question = "What becomes of a promise that nobody starts?"

  final class Promise {
    private var start: (() -> Void)?
    private var callbacks: [(String) -> Void] = []

    /// `work` is given what it has to call with its result.
    init(_ work: @escaping (_ fulfill: @escaping (String) -> Void) -> Void) {
      start = { work(self.fulfill) }
    }

    /// Registers `callback`, and starts nothing.
    @discardableResult
    func registerThen(_ callback: @escaping (String) -> Void) -> Promise {
      callbacks.append(callback)
      return self
    }

    /// Does the work, once.
    func run() {
      let start = start
      self.start = nil
      start?()
    }

    /// Gives up the work, and those who wait for it.
    func abandon() {
      start = nil
      callbacks = []
    }

    private func fulfill(_ value: String) {
      for callback in callbacks { callback(value) }
      callbacks = []
    }
  }

  final class Profile {
    private(set) var name = ""

    func load() -> Promise {
      let promise = Promise { fulfill in fulfill("Ada") }
      return promise.registerThen { self.name = $0 }
    }

    func loadWeakly() -> Promise {
      let promise = Promise { fulfill in fulfill("Ada") }
      return promise.registerThen { [weak self] in self?.name = $0 }
    }
  }

  /// A promise that is kept for later, and not started yet.
  nonisolated(unsafe) static var pending: Promise?

  public static let variants: [Variant] = [
    .leaking(
      "never-started",
      report: """
        UnstartedPromise.Promise leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ UnstartedPromise.Promise
          │    .start
          │    closure #1 in UnstartedPromise.Promise.init(_:)   UnstartedPromise.swift:14
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures UnstartedPromise.Promise (self) strongly
          ╰─ UnstartedPromise.Promise

          Try [weak self] in the closure at UnstartedPromise.swift:14.
          pattern stored-closure (swift run leakcases show closures/stored-closure)
          fingerprint 90ecc947
        """
    ) {
      Profile().load()
    } sever: { promise in
      promise.abandon()
    },
    .fixed("started") {
      let profile = Profile()
      profile.load().run()
      return profile
    },
    .fixed("abandoned") {
      let profile = Profile()
      profile.load().abandon()
      return profile
    },
    .fixed("weak-callback") {
      pending?.abandon()
      let profile = Profile()
      pending = profile.loadWeakly()
      return profile
    },
  ]

  public static let why = """
    To start later, the promise stores a closure that starts the work, and this closure uses the promise: the promise keeps \
    itself until it has run. It also keeps whatever its callbacks captured: they look like closures that are called and then \
    released, but they are never called.
    """
  public static let fix = """
    Run every promise that is made, or abandon it. Write `[weak self]` in a callback if it is not certain that somebody starts it.
    """
  public static let source: Source? = Source(
    author: "freshOS", title: "Then")
}
