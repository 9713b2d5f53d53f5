import Dispatch
import LeakCatalogue

/// A capture list that names a property, on the inner closure only.
public enum NestedCaptureListOnly: Case {
  public static let id = "nested-closures/nested-capture-list-only"
  public static let question =
    "Does `[view]` on the inner closure keep `self` out of the outer one?"

  final class Controller {
    let view = View()
    var workItem: DispatchWorkItem?

    func prepareWithListInside() {
      workItem = DispatchWorkItem {
        View.animate(withDuration: 0.3) { [view = self.view] in
          view.alpha = 0
        }
      }
    }

    func prepareWithWeakOutside() {
      workItem = DispatchWorkItem { [weak self] in
        View.animate(withDuration: 0.3) { [view = self?.view] in
          view?.alpha = 0
        }
      }
    }

    func prepareWithListOutside() {
      workItem = DispatchWorkItem { [view] in
        View.animate(withDuration: 0.3) {
          view.alpha = 0
        }
      }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        NestedCaptureListOnly.Controller leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ NestedCaptureListOnly.Controller
          │    .workItem: DispatchWorkItem
          │    closure #1 in NestedCaptureListOnly.Controller.prepareWithListInside()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures NestedCaptureListOnly.Controller (self) strongly
          │       NestedCaptureListOnly.swift:15
          ╰─ NestedCaptureListOnly.Controller

          Try [weak self] in the closure at NestedCaptureListOnly.swift:15. The capture list of the nested closure at line 16 is filled in by this one, which captures self for it.
          pattern nested-capture-list (swift run leakcases show nested-closures/nested-capture-list-only)
          fingerprint 756279e9
        """
    ) {
      let controller = Controller()
      controller.prepareWithListInside()
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
    .fixed("list-on-work-item") {
      let controller = Controller()
      controller.prepareWithListOutside()
      controller.workItem?.perform()
      return controller
    },
  ]

  public static let why = """
    The entries of a capture list are expressions of the *enclosing* code. `[view = self.view]` on the \
    animation closure is evaluated by the work item's closure, which therefore captures `self`. The inner \
    closure is clean; the stored one is not.
    """
  public static let fix = """
    Put the capture list on the closure that is stored, the work item's. A list on an inner closure can only \
    narrow what the outer closure already captured; it cannot undo that capture.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "The Nested Closure Trap")
}
