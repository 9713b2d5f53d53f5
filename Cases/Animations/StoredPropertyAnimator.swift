import LeakCatalogue

/// An animator in a property, whose animations use the object that stores it.
public enum StoredPropertyAnimator: Case {
  public static let id = "animations/stored-property-animator"
  public static let question =
    "Does a property animator that I store for later keep me alive?"

  final class Controller {
    let view = View()
    var animator: Animator?

    func prepareStrongly() {
      animator = Animator(duration: 0.25) { self.view.alpha = 0 }
    }

    func startAtOnce() {
      let animator = Animator(duration: 0.25) { self.view.alpha = 0 }
      animator.startAnimation()
    }

    func prepareAndStart() {
      prepareStrongly()
      animator?.startAnimation()
    }

    func prepareWithView() {
      animator = Animator(duration: 0.25) { [view] in view.alpha = 0 }
    }

    func prepareWeakly() {
      animator = Animator(duration: 0.25) { [weak self] in self?.view.alpha = 0 }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "stored",
      report: """
        StoredPropertyAnimator.Controller leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ StoredPropertyAnimator.Controller
          │    .animator: Animator
          │    .animations[0]
          │    closure #1 in StoredPropertyAnimator.Controller.prepareStrongly()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures StoredPropertyAnimator.Controller (self) strongly
          │       StoredPropertyAnimator.swift:14
          ╰─ StoredPropertyAnimator.Controller

          Try [weak self] in the closure at StoredPropertyAnimator.swift:14. The StoredPropertyAnimator.Controller keeps the Animator that stores it.
          pattern callback-of-a-part (swift run leakcases show owners/flow-controller)
          fingerprint 7e500fd9
        """
    ) {
      let controller = Controller()
      controller.prepareStrongly()
      return controller
    } sever: { controller in
      controller.animator = nil
    },
    .fixed("started-at-once") {
      let controller = Controller()
      controller.startAtOnce()
      return controller
    },
    .fixed("stored-and-started") {
      let controller = Controller()
      controller.prepareAndStart()
      return controller
    },
    .fixed("captured-view") {
      let controller = Controller()
      controller.prepareWithView()
      return controller
    },
    .fixed("weak-self") {
      let controller = Controller()
      controller.prepareWeakly()
      return controller
    },
  ]

  public static let why = """
    An animator keeps its animations until it is started; then it runs them and releases them. An animator that waits \
    in a property closes the cycle: the controller keeps the animator, the animator keeps the closure, the closure keeps \
    the controller. An animator that is started at once has nothing left to keep. `[view]` copies the reference to the view when \
    the closure is made, and the view does not keep its controller.
    """
  public static let fix = """
    Capture what the animation changes, `[view]`, instead of `self`: the animator then does not keep the \
    controller. `[weak self]` works as well. An animator that is started where it is made needs neither.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]",
    scenarios: [
      "leakyViewPropertyAnimator", "nonLeakyViewPropertyAnimator1", "nonLeakyViewPropertyAnimator2",
    ])
}

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension StoredPropertyAnimator {
    /// The same with UIKit's own animator: leaking as long as nobody starts it.
    final class UIKitController: UIViewController {
      var animator: UIViewPropertyAnimator?

      func prepareStrongly() {
        animator = UIViewPropertyAnimator(duration: 0.25, curve: .linear) { self.view.alpha = 0 }
      }

      func prepareWithView() {
        animator = UIViewPropertyAnimator(duration: 0.25, curve: .linear) { [view] in
          view?.alpha = 0
        }
      }
    }
  }
#endif
