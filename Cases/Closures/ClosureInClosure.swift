import LeakCatalogue

/// A closure that captures another closure, which captures the object.
public enum ClosureInClosure: Case {
  public static let id = "closures/closure-in-closure"
  public static let question =
    "Can a stored closure leak an object that it never mentions, when it only calls another closure?"

  final class Uploader {
    var attempts = 0
    var retry: (() -> Void)?

    /// Wraps `action` in a closure that counts down.
    func limited(to count: Int, _ action: @escaping () -> Void) -> () -> Void {
      var left = count
      return {
        guard left > 0 else { return }
        left -= 1
        action()
      }
    }

    func startStrongly(attempts count: Int) {
      retry = limited(to: count) { self.attempts += 1 }
    }

    func startWeakly(attempts count: Int) {
      retry = limited(to: count) { [weak self] in self?.attempts += 1 }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        ClosureInClosure.Uploader leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ ClosureInClosure.Uploader
          │    .retry
          │    closure #1 in ClosureInClosure.Uploader.limited(to:_:)   ClosureInClosure.swift:16
          │    closure #1 in ClosureInClosure.Uploader.startStrongly(attempts:)   ClosureInClosure.swift:24
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures ClosureInClosure.Uploader (self) strongly
          ╰─ ClosureInClosure.Uploader

          Try [weak self] in the closure at ClosureInClosure.swift:24. The closure that captures it is stored, and keeps it.
          pattern closure-in-closure (swift run leakcases show closures/closure-in-closure)
          fingerprint 7722de50
        """
    ) {
      let uploader = Uploader()
      uploader.startStrongly(attempts: 3)
      uploader.retry?()
      return uploader
    } sever: { uploader in
      uploader.retry = nil
    },
    .fixed("weak-self") {
      let uploader = Uploader()
      uploader.startWeakly(attempts: 3)
      uploader.retry?()
      return uploader
    },
  ]

  public static let why = """
    A closure captures other closures just as it captures objects. The uploader stores the closure that \
    `limited` made; that one keeps `action`; and `action` keeps the uploader. The stored closure is innocent \
    on its face: its body never names the uploader.
    """
  public static let fix = """
    Write `[weak self]` in the closure that uses the object, not in the wrapper: `action` is where the way \
    back to the uploader begins. A helper that wraps a closure passes on whatever lifetime it is given.
    """
  public static let source: Source? = nil
}
