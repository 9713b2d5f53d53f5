import Dispatch
import LeakCatalogue

/// A constant instead of `self`, declared one closure too deep.
public enum ViewConstantInside: Case {
  public static let id = "nested-closures/view-constant-inside"
  public static let question =
    "Does it help to copy `view` into a constant inside the stored closure?"

  final class Controller {
    let view = View()
    var workItem: DispatchWorkItem?

    func prepareWithConstantInside() {
      workItem = DispatchWorkItem {
        let view = self.view
        View.animate(withDuration: 0.3) {
          view.alpha = 0
        }
      }
    }

    func prepareWithConstantOutside() {
      let view = view
      workItem = DispatchWorkItem {
        View.animate(withDuration: 0.3) {
          view.alpha = 0
        }
      }
    }

    func prepareWithCaptureList() {
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
        ViewConstantInside.Controller leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ViewConstantInside.Controller
          │    .workItem: DispatchWorkItem
          │    closure #1 in ViewConstantInside.Controller.prepareWithConstantInside()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures ViewConstantInside.Controller (self) strongly
          │       ViewConstantInside.swift:15
          ╰─ ViewConstantInside.Controller

          Try [weak self] in the closure at ViewConstantInside.swift:15. Neither performing nor cancelling a work item frees its closure.
          pattern stored-work-item (swift run leakcases show work-items/stored-work-item)
          fingerprint 7d2510ff
        """
    ) {
      let controller = Controller()
      controller.prepareWithConstantInside()
      controller.workItem?.perform()
      return controller
    } sever: { controller in
      controller.workItem = nil
    },
    .fixed("view-captured-outside") {
      let controller = Controller()
      controller.prepareWithConstantOutside()
      controller.workItem?.perform()
      return controller
    },
    .fixed("view-in-capture-list") {
      let controller = Controller()
      controller.prepareWithCaptureList()
      controller.workItem?.perform()
      return controller
    },
  ]

  public static let why = """
    The animation closure captures only the view, as intended. But the line `let view = self.view` belongs to \
    the work item's closure: it runs when the work item runs, and to run it the work item must keep `self`. \
    The controller stores the work item, and the cycle is closed one level outside the code that was corrected.
    """
  public static let fix = """
    Declare the constant before the outer closure, or name the property in its capture list: `{ [view] in … }`. \
    Then the work item captures the view alone, and a view does not hold its controller.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "The Nested Closure Trap")
}
