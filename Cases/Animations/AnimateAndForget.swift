import LeakCatalogue

/// An animation whose closure runs at once.
public enum AnimateAndForget: Case {
  public static let id = "animations/animate-and-forget"
  public static let question =
    "Does the closure of `UIView.animate` need `[weak self]`?"

  final class Controller {
    let view = View()

    func fadeOut() {
      View.animate(withDuration: 0.25) {
        self.view.alpha = 0
      }
    }
  }

  public static let variants: [Variant] = [
    .fixed("strong-self") {
      let controller = Controller()
      controller.fadeOut()
      return controller
    }
  ]

  public static let why = """
    `animate` calls the closure before it returns, and nothing keeps the closure: it only sets the final \
    values. The controller can be freed while the animation still runs.
    """
  public static let fix = """
    Nothing: a plain `self` is right here. A `completion` is kept until the animation ends: see \
    `animations/completion-blocks`.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]",
    scenarios: ["uiViewAnimate"])
}

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension AnimateAndForget {
    /// The same with UIKit's own view.
    final class UIKitController: UIViewController {
      func fadeOut() {
        UIView.animate(withDuration: 0.25) {
          self.view.alpha = 0
        }
      }
    }
  }
#endif
