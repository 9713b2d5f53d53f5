/// Calls whatever function it was given.
public final class Button {
  public var onTap: (() -> Void)?

  public init() {}
}

/// Owns a button that calls one of its methods.
public final class Panel {
  public let button = Button()
  public private(set) var taps = 0

  private init() {}

  /// Gives the button a method of the panel, and with it the panel: a retain cycle.
  private func connect() {
    button.onTap = tap
  }

  /// Gives the button a closure that captures the panel weakly.
  private func connectWeakly() {
    button.onTap = { [weak self] in self?.tap() }
  }

  private func tap() { taps += 1 }
}

extension Panel {
  public static func leaking() -> Panel {
    let panel = Panel()
    panel.connect()
    return panel
  }

  public static func fixed() -> Panel {
    let panel = Panel()
    panel.connectWeakly()
    return panel
  }
}
