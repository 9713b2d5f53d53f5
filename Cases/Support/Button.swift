/// A button, as far as memory goes: what `UIButton` with a `UIAction` keeps, and for how long.
///
/// A button keeps the handlers of its actions until they are removed, or as long as it lives.
final class Button: View, @unchecked Sendable {
  private var actions: [() -> Void] = []

  /// Keeps `handler` and calls it at every tap.
  func addAction(_ handler: @escaping () -> Void) {
    actions.append(handler)
  }

  /// Calls a method of `target` at every tap, and does not keep `target`.
  func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> () -> Void
  ) {
    addAction { [weak target] in
      if let target { action(target)() }
    }
  }

  /// Lets go of every handler.
  func removeActions() {
    actions = []
  }

  /// Taps the button.
  func tap() {
    for action in actions { action() }
  }
}
