import LeakCatalogue

/// A container that a button owns, and that keeps the closures to call when the button is tapped.
public enum TargetContainer: Case {
  public static let id = "owners/target-container"
  public static let question = "What may a container of actions hold: its host, its targets, both?"

  /// A control calls its targets, but does not own them: somebody else must.
  final class Button {
    var targets: [WeakTarget] = []
    var actions: Container?
    var taps = 0

    func tap() {
      taps += 1
      for target in targets { target.object?.action() }
    }

    func resetOnTap(_ actions: UnownedContainer) {
      actions.onTap { self.taps = 0 }
    }

    func resetOnTapWeakly(_ actions: UnownedContainer) {
      actions.onTap { [weak self] in self?.taps = 0 }
    }
  }

  struct WeakTarget {
    weak var object: Target?
  }

  /// One closure, as an object that a control can call.
  final class Target {
    var action: () -> Void

    init(_ action: @escaping () -> Void) {
      self.action = action
    }
  }

  /// Keeps the targets of its host for as long as the host lives.
  class Container {
    var targets: [Target] = []

    func add(to host: Button, _ action: @escaping () -> Void) {
      let target = Target(action)
      targets.append(target)
      host.targets.append(WeakTarget(object: target))
    }
  }

  final class StrongContainer: Container {
    var host: Button?

    init(host: Button) {
      self.host = host
    }

    func onTap(_ action: @escaping () -> Void) {
      if let host { add(to: host, action) }
    }
  }

  final class UnownedContainer: Container {
    unowned let host: Button

    init(host: Button) {
      self.host = host
    }

    func onTap(_ action: @escaping () -> Void) {
      add(to: host, action)
    }
  }

  public static var variants: [Variant] {
    [
      .leaking(
        "strong-host",
        report: """
          TargetContainer.Button leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

            ╭→ TargetContainer.StrongContainer
            │    .host: TargetContainer.Button
            │    .actions: TargetContainer.StrongContainer   TargetContainer.swift:11
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            ╰─ TargetContainer.StrongContainer

            Try weak var on TargetContainer.Button.actions, or on TargetContainer.StrongContainer.host: the code does not tell which of the two owns the other.
            pattern mutual-references (swift run leakcases show owners/target-container)
            fingerprint 271e9fb1
          """
      ) {
        let button = Button()
        let actions = StrongContainer(host: button)
        button.actions = actions
        actions.onTap {}
        return button
      } sever: { (button: Button) in
        (button.actions as? StrongContainer)?.host = nil
      },

      .leaking(
        "target-uses-host",
        report: """
          TargetContainer.Button leaked: 1 instance is kept alive by a retain cycle of 4 strong references.

            ╭→ TargetContainer.Button
            │    .actions: TargetContainer.UnownedContainer
            │    .targets[0]: TargetContainer.Target
            │    .action
            │    closure #1 in TargetContainer.Button.resetOnTap(_:)   TargetContainer.swift:20
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    captures TargetContainer.Button (self) strongly
            ╰─ TargetContainer.Button

            Try [weak self] in the closure at TargetContainer.swift:20. The TargetContainer.UnownedContainer keeps the TargetContainer.Target that stores it.
            pattern subscription (swift run leakcases show observers/cancellable-subscription)
            fingerprint ae85f810
          """
      ) {
        let button = Button()
        let actions = UnownedContainer(host: button)
        button.actions = actions
        button.resetOnTap(actions)
        button.tap()
        return button
      } sever: { (button: Button) in
        button.actions?.targets[0].action = {}
      },

      .fixed("fixed") {
        let button = Button()
        let actions = UnownedContainer(host: button)
        button.actions = actions
        button.resetOnTapWeakly(actions)
        button.tap()
        return button
      },
    ]
  }

  public static let why = """
    The container belongs to its host and must keep the targets, since the control itself does not. \
    So the host owns the container, the container owns the targets, and the targets own what their \
    closures capture: a strong reference to the host anywhere in that chain keeps the whole chain alive. A \
    container that lives exactly as long as its host may hold the host `unowned`; this does not help when \
    an action captures the host itself.
    """

  public static let fix = """
    Hold the host `unowned` in the container, and capture it weakly in the actions.
    """

  public static let source: Source? = Source(
    author: "Khoa Pham", title: "How to simplify communication patterns with closure in Swift")
}
