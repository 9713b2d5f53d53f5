import LeakCatalogue

/// An animator that starts by itself after a delay.
public enum DelayedStart: Case {
  public static let id = "animations/delayed-start"
  public static let question =
    "Does `startAnimation(afterDelay:)` keep me alive, although I do not store the animator?"

  final class Hint {
    let view = View()
    private var animator: Animator?

    func fadeStrongly() {
      Animator(duration: 0.25) { self.view.alpha = 0 }.startAnimation(afterDelay: 1)
    }

    func fadeStored() {
      let animator = Animator(duration: 0.25) { self.view.alpha = 0 }
      animator.startAnimation(afterDelay: 1)
      self.animator = animator
    }

    func fadeView() {
      Animator(duration: 0.25) { [view] in view.alpha = 0 }.startAnimation(afterDelay: 1)
    }

    func fadeWeakly() {
      Animator(duration: 0.25) { [weak self] in self?.view.alpha = 0 }.startAnimation(afterDelay: 1)
    }
  }

  public static let variants: [Variant] = [
    .late(
      "not-stored", atLeast: .seconds(1),
      report: """
        DelayedStart.Hint went late, held meanwhile by a block that asyncAfter is to run within 1 s (closure #1 in Display.run(after:_:)).
        """
    ) {
      let hint = Hint()
      hint.fadeStrongly()
      return hint
    },
    .late(
      "stored", atLeast: .seconds(1),
      report: """
        DelayedStart.Hint went late, held meanwhile by a block that asyncAfter is to run within 1 s (closure #1 in Display.run(after:_:)).
        """
    ) {
      let hint = Hint()
      hint.fadeStored()
      return hint
    },
    .fixed("captured-view") {
      let hint = Hint()
      hint.fadeView()
      return hint
    },
    .fixed("weak-self") {
      let hint = Hint()
      hint.fadeWeakly()
      return hint
    },
  ]

  public static let why = """
    Whatever starts the animator after the delay has to keep it until then; the animator keeps its animations, and \
    they captured the hint. So the hint is freed when the animation has started: late, but by itself. Storing the \
    animator changes nothing here: between its start and its end it has no animations left that could lead back.
    """
  public static let fix = """
    There is no leak to fix. Capture what the animation changes, `[view]`, or write `[weak self]`, if the hint should \
    not have to stay alive until its own animation has started.
    """
  public static let source: Source? = nil
}

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension DelayedStart {
    /// The same with UIKit's own animator.
    final class UIKitController: UIViewController {
      func fadeStrongly() {
        UIViewPropertyAnimator(duration: 0.25, curve: .linear) { self.view.alpha = 0 }
          .startAnimation(afterDelay: 1)
      }

      func fadeView() {
        UIViewPropertyAnimator(duration: 0.25, curve: .linear) { [view] in view?.alpha = 0 }
          .startAnimation(afterDelay: 1)
      }
    }
  }
#endif
