import Dispatch
import LeakCatalogue

/// A plain `self` in the inner of two closures.
public enum ExplicitSelfInside: Case {
  public static let id = "nested-closures/explicit-self-inside"
  public static let question =
    "Does the outer closure capture `self` when only the inner one uses it?"

  final class Controller {
    let view = View()
    var workItem: DispatchWorkItem?

    func prepareStrongly() {
      workItem = DispatchWorkItem {
        View.animate(withDuration: 0.3) {
          self.view.alpha = 0
        }
      }
    }

    func prepareWeakly() {
      workItem = DispatchWorkItem { [weak self] in
        View.animate(withDuration: 0.3) {
          self?.view.alpha = 0
        }
      }
    }

    func prepareWithGuard() {
      workItem = DispatchWorkItem { [weak self] in
        guard let self else { return }
        View.animate(withDuration: 0.3) {
          self.view.alpha = 0
        }
      }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        ExplicitSelfInside.Controller leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ExplicitSelfInside.Controller
          │    .workItem: DispatchWorkItem
          │    closure #1 in ExplicitSelfInside.Controller.prepareStrongly()   ExplicitSelfInside.swift:15
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures ExplicitSelfInside.Controller (self) strongly
          ╰─ ExplicitSelfInside.Controller

          Try [weak self] in the closure at ExplicitSelfInside.swift:15. Only the nested closure at line 16 uses self, but it gets self from this one.
          pattern self-in-nested-closure (swift run leakcases show nested-closures/explicit-self-inside)
          fingerprint f7999778
        """
    ) {
      let controller = Controller()
      controller.prepareStrongly()
      controller.workItem?.perform()
      return controller
    } sever: { controller in
      controller.workItem = nil
    },
    .fixed("weak-self-on-work-item") {
      let controller = Controller()
      controller.prepareWeakly()
      controller.workItem?.perform()
      return controller
    },
    .fixed("weak-then-guard") {
      let controller = Controller()
      controller.prepareWithGuard()
      controller.workItem?.perform()
      return controller
    },
  ]

  public static let why = """
    An inner closure can only get `self` from the closure around it, so whatever the inner one uses, the \
    outer one captures too. The work item holds the controller from the moment it is made, long before \
    there is any animation.
    """
  public static let fix = """
    Write `[weak self]` on the work item. Inside it, `guard let self` is fine: the strong reference that it \
    makes lasts for one run of the work item, and the animation does not keep its closure.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "The Nested Closure Trap")
}
