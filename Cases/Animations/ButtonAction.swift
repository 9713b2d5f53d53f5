import LeakCatalogue

/// A button that keeps the closure to call when it is tapped.
public enum ButtonAction: Case {
  public static let id = "animations/button-action"
  public static let question =
    "Does the closure that I give to my own button need `[weak self]`?"

  final class Form {
    let button = Button()
    var submissions = 0

    func connectStrongly() {
      button.addAction { self.submissions += 1 }
    }

    func connectWeakly() {
      button.addAction { [weak self] in self?.submissions += 1 }
    }

    func connectMethod() {
      button.addAction(submit)
    }

    func connectTarget() {
      button.addTarget(self, action: Form.submit)
    }

    func submit() {
      submissions += 1
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "strong-self",
      report: """
        ButtonAction.Form leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ ButtonAction.Form
          │    .button: Button
          │    .actions[0]
          │    closure #1 in ButtonAction.Form.connectStrongly()   ButtonAction.swift:14
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures ButtonAction.Form (self) strongly
          ╰─ ButtonAction.Form

          Try [weak self] in the closure at ButtonAction.swift:14. The ButtonAction.Form keeps the Button that stores it.
          pattern callback-of-a-part (swift run leakcases show owners/flow-controller)
          fingerprint 14c21a05
        """
    ) {
      let form = Form()
      form.connectStrongly()
      form.button.tap()
      return form
    } sever: { form in
      form.button.removeActions()
    },
    .leaking(
      "method",
      report: """
        ButtonAction.Form leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ ButtonAction.Form
          │    .button: Button
          │    .actions[0]
          │    ButtonAction.Form.submit()   ButtonAction.swift:29
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~ captures ButtonAction.Form (self) strongly
          ╰─ ButtonAction.Form

          Try { [weak self] in self?.submit() } instead of storing ButtonAction.Form.submit() itself at ButtonAction.swift:22.
          pattern stored-method-reference (swift run leakcases show closures/stored-function)
          fingerprint f05f26ce
        """,
      // The optimiser merged the method with the closure above, which has the same instructions.
      optimized: """
        ButtonAction.Form leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ ButtonAction.Form
          │    .button: Button
          │    .actions[0]
          │    a method stored in ButtonAction.Form.connectMethod()   ButtonAction.swift:22
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures ButtonAction.Form (self) strongly
          ╰─ ButtonAction.Form

          Try a closure that says [weak self] and calls the method, instead of storing the method itself at ButtonAction.swift:22.
          pattern stored-method-reference (swift run leakcases show closures/stored-function)
          fingerprint f05f26ce
        """
    ) {
      let form = Form()
      form.connectMethod()
      form.button.tap()
      return form
    } sever: { form in
      form.button.removeActions()
    },
    .fixed("weak-self") {
      let form = Form()
      form.connectWeakly()
      form.button.tap()
      return form
    },
    .fixed("target-and-action") {
      let form = Form()
      form.connectTarget()
      form.button.tap()
      return form
    },
  ]

  public static let why = """
    The form keeps the button, the button keeps its actions, and the action captured the form. A method \
    passed as a closure, `addAction(submit)`, captures its object just as well, although no `self` appears in \
    the code. A target with an action is different: a control does not keep its target.
    """
  public static let fix = """
    Write `[weak self]` in the closure. Instead of a method, pass a closure that calls it: `{ [weak self] in self?.submit() }`.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]",
    scenarios: ["leakyButton", "nonLeakyButton"])
}

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension ButtonAction {
    /// The same with UIKit's own button: `strong` leaks, `weak` does not.
    final class UIKitForm: UIViewController {
      let button = UIButton()
      var submissions = 0

      func connectStrongly() {
        button.addAction(UIAction { _ in self.submissions += 1 }, for: .touchUpInside)
      }

      func connectWeakly() {
        button.addAction(
          UIAction { [weak self] _ in self?.submissions += 1 }, for: .touchUpInside)
      }
    }
  }
#endif
