import LeakCatalogue

/// A closure that uses the token of its own registration, to end it.
public enum CapturedVariable: Case {
  public static let id = "capture-lists/captured-variable"
  public static let question = "May a handler use the variable that holds its own token?"

  /// A registration that calls its handler until it is cancelled.
  final class Token {
    private var handler: (() -> Void)?

    func fire() {
      handler?()
    }

    func cancel() {
      handler = nil
    }

    func calls(_ handler: @escaping () -> Void) -> Token {
      self.handler = handler
      return self
    }
  }

  /// Performs `action` at the first event, and no more.
  static func once(_ action: @escaping () -> Void) -> Token {
    var token: Token?
    token = Token().calls {
      action()
      token?.cancel()
      token = nil
    }
    return token!
  }

  static func onceWeakly(_ action: @escaping () -> Void) -> Token {
    weak var token: Token?
    let registered = Token().calls {
      action()
      token?.cancel()
    }
    token = registered
    return registered
  }

  public static let variants: [Variant] = [
    .leaking(
      "never-fired",
      report: """
        CapturedVariable.Token leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ CapturedVariable.Token
          │    .handler
          │    closure #1 in CapturedVariable.once(_:)   CapturedVariable.swift:29
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures token: CapturedVariable.Token strongly
          ╰─ CapturedVariable.Token

          Set token to nil when the CapturedVariable.Token has done its work, or declare it weak, where somebody else owns the CapturedVariable.Token: the closure at CapturedVariable.swift:29 captures the variable itself, which keeps its value.
          pattern captured-variable (swift run leakcases show capture-lists/captured-variable)
          fingerprint 7fdf94fd
        """
    ) {
      once {}
    } sever: { token in
      token.cancel()
    },
    .fixed("fired") {
      let token = once {}
      token.fire()
      return token
    },
    .fixed("cancelled") {
      let token = once {}
      token.cancel()
      return token
    },
    .fixed("weak-variable") {
      onceWeakly {}
    },
  ]

  public static let why = """
    A closure captures a `var` itself, not its value at that moment: the function and the closure share a box. The \
    token goes into the box after its handler was made, and the handler keeps the box. Firing once cleans up, so the leak \
    shows only where the event never comes.
    """
  public static let fix = """
    Declare the variable `weak`, and let somebody else own the token; or cancel the token on every path, including \
    the one where the event does not come.
    """
  public static let source: Source? = nil
}
