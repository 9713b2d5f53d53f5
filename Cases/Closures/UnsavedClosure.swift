import LeakCatalogue

/// An escaping closure that is called and let go.
public enum UnsavedClosure: Case {
  public static let id = "closures/unsaved-closure"
  public static let question =
    "Does an `@escaping` closure need `[weak self]` when the object does not keep it?"

  final class Controller {
    var color = "white"

    /// May keep `action`, by its type, but only calls it.
    func run(_ action: @escaping () -> Void) {
      action()
    }

    func highlight() {
      run { self.color = "yellow" }
    }
  }

  /// Keeps actions until they are performed.
  final class ActionQueue {
    var pending: [() -> Void] = []

    func add(_ action: @escaping () -> Void) {
      pending.append(action)
    }

    func performAll() {
      let actions = pending
      pending.removeAll()
      for action in actions { action() }
    }
  }

  public static let variants: [Variant] = [
    .fixed("called-and-dropped") {
      let controller = Controller()
      controller.highlight()
      return controller
    },
    .fixed("kept-by-another-until-called") {
      let queue = ActionQueue()
      let controller = Controller()
      queue.add { controller.color = "yellow" }
      queue.performAll()
      return controller
    },
  ]

  public static let why = """
    `@escaping` says that a closure *may* outlive the call, not that it does. It captures the controller \
    strongly, and that is half of a cycle. The other half, a reference from the controller to the closure, \
    is missing: here nobody keeps the closure, or another object keeps it only until it has run. When the \
    closure goes, so does its reference.
    """
  public static let fix = """
    Nothing to fix. Ask who keeps the closure, and for how long: there is a cycle only if the captured object \
    keeps it, itself or through something it owns.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]",
    scenarios: ["unsavedClosure"])
}
