import LeakCatalogue

#if canImport(UIKit)
  import UIKit
#endif

/// Small behaviours that a controller adopts by adding them, instead of inheriting them.
public enum LifecycleBehaviors: Case {
  public static let id = "owners/lifecycle-behaviors"
  public static let question = "May a lifecycle behaviour remember the controller it was added to?"

  /// The part of a view controller that matters here: a parent owns its children.
  class Controller {
    private(set) var children: [Controller] = []
    private(set) weak var parent: Controller?
    var title = ""

    func addChild(_ child: Controller) {
      child.parent = self
      children.append(child)
    }

    func willAppear() {
      for child in children { child.willAppear() }
    }
  }

  protocol Behavior {
    func willAppear(_ controller: Controller)
  }

  /// An invisible child: it is told of the lifecycle with its parent, and passes it on to the behaviours.
  final class BehaviorController: Controller {
    var behaviors: [any Behavior] = []

    override func willAppear() {
      guard let parent else { return }
      for behavior in behaviors { behavior.willAppear(parent) }
    }
  }

  /// Keeps the controller, in case it is needed between two events.
  final class RememberingBehavior: Behavior {
    var controller: Controller?

    func willAppear(_ controller: Controller) {
      self.controller = controller
      controller.title = "Welcome back"
    }
  }

  /// Uses the controller it is given with every event, and keeps nothing: a structure can do that.
  struct PassingBehavior: Behavior {
    func willAppear(_ controller: Controller) {
      controller.title = "Welcome back"
    }
  }

  /// Remembers the controller, and does not keep it.
  final class WeaklyRememberingBehavior: Behavior {
    weak var controller: Controller?

    func willAppear(_ controller: Controller) {
      self.controller = controller
      controller.title = "Welcome back"
    }
  }

  /// A screen with one behaviour, after it has appeared once.
  static func screen(with behavior: any Behavior) -> Controller {
    let screen = Controller()
    let lifecycle = BehaviorController()
    lifecycle.behaviors = [behavior]
    screen.addChild(lifecycle)
    screen.willAppear()
    return screen
  }

  public static var variants: [Variant] {
    [
      .leaking(
        "leaking",
        report: """
          LifecycleBehaviors.Controller leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

            ╭→ LifecycleBehaviors.Controller
            │    .children[0]: LifecycleBehaviors.BehaviorController
            │    .behaviors[0]: LifecycleBehaviors.RememberingBehavior
            │    .controller: LifecycleBehaviors.Controller   LifecycleBehaviors.swift:44
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            ╰─ LifecycleBehaviors.Controller

            Try weak var on LifecycleBehaviors.RememberingBehavior.controller.
            pattern object-ring (swift run leakcases show owners/three-object-ring)
            fingerprint fdfb7f1a
          """
      ) {
        screen(with: RememberingBehavior())
      } sever: { screen in
        let lifecycle = screen.children[0] as? BehaviorController
        (lifecycle?.behaviors[0] as? RememberingBehavior)?.controller = nil
      },

      .fixed("fixed") {
        screen(with: PassingBehavior())
      },

      .fixed("weak-controller") {
        screen(with: WeaklyRememberingBehavior())
      },
    ]
  }

  public static let why = """
    The screen owns the invisible child, the child owns the behaviours, and a behaviour that stores \
    the screen closes the ring. The child itself is not part of the mistake: its own reference to the \
    parent is weak.
    """

  public static let fix = """
    Pass the controller to each callback and let the behaviour keep nothing; a behaviour that must \
    remember its controller does so weakly. A behaviour that is a structure cannot store the controller by accident: \
    the callback may not change the structure.
    """

  public static let source: Source? = Source(
    author: "Bryan Irace", title: "View controller lifecycle behaviors")
}

#if canImport(UIKit)
  extension LifecycleBehaviors {
    /// The same child in UIKit: an invisible view controller that passes its own appearance on.
    @MainActor
    final class BehaviorViewController: UIViewController {
      var behaviors: [any ViewBehavior] = []

      /// Adds the behaviours to `parent`, which owns this controller from here on.
      func attach(to parent: UIViewController) {
        parent.addChild(self)
        view.isHidden = true
        parent.view.addSubview(view)
        didMove(toParent: parent)
      }

      override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        guard let parent else { return }
        for behavior in behaviors { behavior.viewWillAppear(of: parent) }
      }
    }

    /// Is given the controller with every event, and has no reason to store it.
    @MainActor
    protocol ViewBehavior {
      func viewWillAppear(of controller: UIViewController)
    }
  }
#endif
