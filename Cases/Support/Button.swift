/// A button, as far as memory goes: what `UIButton` with a `UIAction` keeps, and for how long.
///
/// A button keeps the handlers of its actions until they are removed, or as long as it lives.
final class Button: View, @unchecked Sendable {
  private var actions: [() -> Void] = []

  /// Keeps `handler` and calls it at every tap.
  func addAction(_ handler: @escaping () -> Void) {
    actions.append(handler)
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
