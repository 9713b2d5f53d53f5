import LeakCatalogue
import Synchronization

/// Handlers that are registered at a process-wide object, and refer weakly to who registered them.
public enum WeakHandlerLeft: Case {
  public static let id = "observers/weak-handler-left"
  public static let question =
    "With `[weak self]`, does a handler that I register at a singleton go when I go?"

  final class Clock: Sendable {
    static let shared = Clock()

    /// Takes a handler out again when it goes.
    final class Registration: Sendable {
      private let id: Int

      init(_ id: Int) {
        self.id = id
      }

      deinit {
        Clock.shared.remove(id)
      }
    }

    private struct Handlers {
      var byID: [Int: @Sendable () -> Void] = [:]
      var lastID = 0
    }

    private let handlers = Mutex(Handlers())

    /// Keeps `handler` until its number is removed, and calls it at every tick.
    func add(_ handler: @escaping @Sendable () -> Void) -> Int {
      handlers.withLock { handlers in
        handlers.lastID += 1
        handlers.byID[handlers.lastID] = handler
        return handlers.lastID
      }
    }

    func remove(_ id: Int) {
      _ = handlers.withLock { $0.byID.removeValue(forKey: id) }
    }

    func removeAll() {
      // They go behind the lock: what they captured may take another handler out when it goes.
      _ = handlers.withLock { handlers in
        defer { handlers.byID = [:] }
        return handlers.byID
      }
    }

    func tick() {
      for handler in handlers.withLock({ Array($0.byID.values) }) { handler() }
    }
  }

  /// What a face is drawn with.
  final class Dial: Sendable {
    let hours = 12
  }

  final class Face: @unchecked Sendable {
    private(set) var drawings = 0
    private var registration: Clock.Registration?

    /// Nobody takes the handler out again.
    func start(with dial: Dial) -> Int {
      Clock.shared.add { [weak self] in self?.draw(with: dial) }
    }

    func startRegistered(with dial: Dial) {
      registration = Clock.Registration(start(with: dial))
    }

    private func draw(with dial: Dial) {
      drawings += 1
    }
  }

  /// Shows a face for a moment, which then has gone.
  static func show(_ dial: Dial, start: (Face, Dial) -> Void) {
    let face = Face()
    start(face, dial)
    Clock.shared.tick()
  }

  public static let variants: [Variant] = [
    .held(
      "left-behind",
      report: """
        WeakHandlerLeft.Dial is held: 1 instance is kept alive by static WeakHandlerLeft.Clock.shared (closure #1 in WeakHandlerLeft.Face.start(with:)).

          ╭─ static WeakHandlerLeft.Clock.shared
          │    .handlers.byID[value]
          │    closure #1 in WeakHandlerLeft.Face.start(with:)   WeakHandlerLeft.swift:70
          │       captures dial: WeakHandlerLeft.Dial strongly
          ╰→ WeakHandlerLeft.Dial

          It lives as long as that variable leads to it. Take the closure out of WeakHandlerLeft.Clock.handlers.byID before the check, or write [weak dial] in the closure at WeakHandlerLeft.swift:70.
          pattern held-by-a-global (swift run leakcases show owners/shared-cache)
          fingerprint 66b5f127
        """
    ) {
      let dial = Dial()
      show(dial) { _ = $0.start(with: $1) }
      return dial
    } sever: { (_: Dial) in
      Clock.shared.removeAll()
    },
    .fixed("removed-in-deinit") {
      let dial = Dial()
      show(dial) { $0.startRegistered(with: $1) }
      return dial
    },
  ]

  public static let why = """
    The face goes, but the clock still has the handler, which finds no face at each tick and keeps all else that it captured: here \
    the dial. With every face that is shown there is one more handler. A check of the face passes.
    """
  public static let fix = """
    Take the handler out again in `deinit`, which `[weak self]` allows to run. A small object that does so in its own `deinit` can \
    be stored and forgotten.
    """
  public static let source: Source? = nil
}
