import LeakCatalogue

/// The plain retain cycle: an object keeps a closure that keeps the object.
public enum StoredClosure: Case {
  public static let id = "closures/stored-closure"
  public static let question =
    "Does an object leak when it stores a closure that uses `self`?"

  final class Controller {
    var color = "white"
    var onChange: (() -> Void)?

    func run(_ action: @escaping () -> Void) {
      action()
      onChange = action
    }

    func highlightStrongly() {
      run { self.color = "yellow" }
    }

    func highlightWeakly() {
      run { [weak self] in self?.color = "yellow" }
    }

    func highlightOnce() {
      run { self.color = "yellow" }
      onChange = nil
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        StoredClosure.Controller leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ StoredClosure.Controller
          │    .onChange
          │    closure #1 in StoredClosure.Controller.highlightStrongly()   StoredClosure.swift:19
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures StoredClosure.Controller (self) strongly
          ╰─ StoredClosure.Controller

          Try [weak self] in the closure at StoredClosure.swift:19.
          pattern stored-closure (swift run leakcases show closures/stored-closure)
          fingerprint e89921e1
        """
    ) {
      let controller = Controller()
      controller.highlightStrongly()
      controller.onChange?()
      return controller
    } sever: { controller in
      controller.onChange = nil
    },
    .fixed("weak-self") {
      let controller = Controller()
      controller.highlightWeakly()
      controller.onChange?()
      return controller
    },
    .fixed("cleared-after-use") {
      let controller = Controller()
      controller.highlightOnce()
      return controller
    },
  ]

  public static let why = """
    Both halves of a cycle are here: the controller stores the closure in `onChange`, and the closure \
    captured the controller when it was created. Each keeps the other's count above zero, so neither is \
    released when the last outside reference is. With `[weak self]` the closure does not keep the controller \
    alive.
    """
  public static let fix = """
    Write `[weak self]` and use `self?`. If the closure has one clear last call, setting the property to \
    `nil` after it breaks the cycle too; but then every early way out must remember to do so.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]",
    scenarios: ["savedClosure"])
}
