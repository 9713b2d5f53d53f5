import Dispatch
import LeakCatalogue

/// The nested closure trap: the inner closure is weak, and the outer one pays for it.
public enum WeakSelfInsideOnly: Case {
  public static let id = "nested-closures/weak-self-inside-only"
  public static let question =
    "Is `[weak self]` on the innermost closure enough when the outer closure is stored?"

  final class Controller {
    let view = View()
    var workItem: DispatchWorkItem?

    func prepareWithWeakInside() {
      workItem = DispatchWorkItem {
        View.animate(withDuration: 0.3) { [weak self] in
          self?.view.alpha = 0
        }
      }
    }

    func prepareWithWeakOutside() {
      workItem = DispatchWorkItem { [weak self] in
        View.animate(withDuration: 0.3) {
          self?.view.alpha = 0
        }
      }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        WeakSelfInsideOnly.Controller leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ WeakSelfInsideOnly.Controller
          │    .workItem: DispatchWorkItem
          │    closure #1 in WeakSelfInsideOnly.Controller.prepareWithWeakInside()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures WeakSelfInsideOnly.Controller (self) strongly
          │       WeakSelfInsideOnly.swift:15
          ╰─ WeakSelfInsideOnly.Controller

          Try [weak self] in the closure at WeakSelfInsideOnly.swift:15. The nested closure at line 16 already says [weak self]; that alone makes this one capture self: move that capture list out here.
          pattern nested-closure-trap (swift run leakcases show nested-closures/weak-self-inside-only)
          fingerprint b1b14186
        """
    ) {
      let controller = Controller()
      controller.prepareWithWeakInside()
      controller.workItem?.perform()
      return controller
    } sever: { controller in
      controller.workItem = nil
    },
    .fixed("weak-self-on-work-item") {
      let controller = Controller()
      controller.prepareWithWeakOutside()
      controller.workItem?.perform()
      return controller
    },
  ]

  public static let why = """
    A capture list is evaluated when its closure is made. The animation closure is made while the work item \
    runs, and at that moment the work item must have a `self` to make the weak reference from. So the outer \
    closure captures `self`, strongly, because it has no capture list, and the controller stores the work \
    item. The word `weak` is in the source, but one level too deep.
    """
  public static let fix = """
    Move `[weak self]` to the outer closure, the one that is stored. The closures inside it then see `self` \
    as an optional and capture that same weak reference; they need no capture list of their own.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "The Nested Closure Trap", scenarios: ["leakyNestedClosure"])
}
