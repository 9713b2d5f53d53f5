import LeakCatalogue
import Synchronization

/// Handlers behind a lock.
public enum MutexValue: Case {
  public static let id = "owners/mutex-value"
  public static let question = "Does a `Mutex` own what it protects?"

  final class Counter: Sendable {
    private let handlers = Mutex<[@Sendable () -> Void]>([])
    private let count = Mutex(0)

    func onChange(_ handler: @escaping @Sendable () -> Void) {
      handlers.withLock { $0.append(handler) }
    }

    func increment() {
      count.withLock { $0 += 1 }
      for handler in handlers.withLock({ $0 }) { handler() }
    }

    func reset() {
      count.withLock { $0 = 0 }
    }

    func resetStronglyOnChange() {
      onChange { self.reset() }
    }

    func resetWeaklyOnChange() {
      onChange { [weak self] in self?.reset() }
    }

    func removeHandlers() {
      handlers.withLock { $0 = [] }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "strong-self",
      report: """
        MutexValue.Counter leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ MutexValue.Counter
          │    .handlers[0]
          │    closure #1 in MutexValue.Counter.resetStronglyOnChange()   MutexValue.swift:27
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures MutexValue.Counter (self) strongly
          ╰─ MutexValue.Counter

          Try [weak self] in the closure at MutexValue.swift:27. Or take it out of MutexValue.Counter.handlers when it is no longer needed.
          pattern closure-in-array (swift run leakcases show closures/closure-in-array)
          fingerprint a3a00fa7
        """
    ) {
      let counter = Counter()
      counter.resetStronglyOnChange()
      counter.increment()
      return counter
    } sever: { counter in
      counter.removeHandlers()
    },
    .fixed("weak-self") {
      let counter = Counter()
      counter.resetWeaklyOnChange()
      counter.increment()
      return counter
    },
    .fixed("handlers-removed") {
      let counter = Counter()
      counter.resetStronglyOnChange()
      counter.increment()
      counter.removeHandlers()
      return counter
    },
  ]

  public static let why = """
    A `Mutex` stores its value inline, and the object stores the `Mutex` inline: so the object owns what the value refers to. \
    The lock controls who may access the handlers, not how long they live.
    """
  public static let fix = """
    Write `[weak self]` in a handler that the object keeps behind its own lock, or remove the handlers when the work is done.
    """
  public static let source: Source? = nil
}
