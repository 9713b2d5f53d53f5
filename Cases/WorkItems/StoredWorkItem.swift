import Dispatch
import LeakCatalogue

/// A work item in a property, whose closure uses the object that stores it.
public enum StoredWorkItem: Case {
  public static let id = "work-items/stored-work-item"
  public static let question =
    "Does a `DispatchWorkItem` that I store, to be able to cancel it, keep me alive?"

  final class Controller: @unchecked Sendable {
    let queue = DispatchQueue(label: "Controller")
    let view = View()
    var workItem: DispatchWorkItem?

    func dimStrongly() {
      submit(DispatchWorkItem { self.view.alpha = 0.5 })
    }

    func dimWeakly() {
      submit(DispatchWorkItem { [weak self] in self?.view.alpha = 0.5 })
    }

    /// Stores `workItem` and has it performed.
    private func submit(_ workItem: DispatchWorkItem) {
      self.workItem = workItem
      queue.async(execute: workItem)
    }

    /// Waits until everything submitted so far has been performed.
    func waitForQueue() {
      queue.sync {}
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        StoredWorkItem.Controller leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ StoredWorkItem.Controller
          │    .workItem: DispatchWorkItem
          │    closure #1 in StoredWorkItem.Controller.dimStrongly()   StoredWorkItem.swift:16
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures StoredWorkItem.Controller (self) strongly
          ╰─ StoredWorkItem.Controller

          Try [weak self] in the closure at StoredWorkItem.swift:16. Neither performing nor cancelling a work item frees its closure.
          pattern stored-work-item (swift run leakcases show work-items/stored-work-item)
          fingerprint 5d2c0b04
        """
    ) {
      let controller = Controller()
      controller.dimStrongly()
      controller.waitForQueue()
      return controller
    } sever: { controller in
      controller.workItem = nil
    },
    .leaking(
      "cancelled",
      report: """
        StoredWorkItem.Controller leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ StoredWorkItem.Controller
          │    .workItem: DispatchWorkItem
          │    closure #1 in StoredWorkItem.Controller.dimStrongly()   StoredWorkItem.swift:16
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures StoredWorkItem.Controller (self) strongly
          ╰─ StoredWorkItem.Controller

          Try [weak self] in the closure at StoredWorkItem.swift:16. Neither performing nor cancelling a work item frees its closure.
          pattern stored-work-item (swift run leakcases show work-items/stored-work-item)
          fingerprint 5d2c0b04
        """
    ) {
      let controller = Controller()
      controller.dimStrongly()
      controller.waitForQueue()
      controller.workItem?.cancel()
      return controller
    } sever: { controller in
      controller.workItem = nil
    },
    .fixed("weak-self") {
      let controller = Controller()
      controller.dimWeakly()
      controller.waitForQueue()
      return controller
    },
    .fixed("dropped-after-use") {
      let controller = Controller()
      controller.dimStrongly()
      controller.waitForQueue()
      controller.workItem = nil
      return controller
    },
  ]

  public static let why = """
    A work item is an object that keeps its closure as long as it lives: performing it does not release the \
    closure, and `cancel()` only sets a flag. The controller stores the work item, the closure captured \
    the controller, and the cycle is closed. It does not matter that the queue released the work item long ago.
    """
  public static let fix = """
    Write `[weak self]` in the work item's closure. Setting the property to `nil` when the work is done \
    breaks the cycle too, if every way out does so.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]",
    scenarios: ["leakyDispatchQueue"])
}
