import LeakCatalogue

/// A part that is made on first use, for the object that it belongs to.
public enum LazyPart: Case {
  public static let id = "owners/lazy-part"
  public static let question = "Is `lazy var part = Part(owner: self)` a cycle?"

  final class Window {
    lazy var toolbar = Toolbar(window: self)
    lazy var weakToolbar = WeakToolbar(window: self)
  }

  final class Toolbar {
    let window: Window

    init(window: Window) {
      self.window = window
    }
  }

  final class WeakToolbar {
    weak var window: Window?

    init(window: Window) {
      self.window = window
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        LazyPart.Window leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ LazyPart.Window
          │    .toolbar: LazyPart.Toolbar
          │    .window: LazyPart.Window   LazyPart.swift:14
          │    ~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ LazyPart.Window

          LazyPart.Toolbar.window cannot be weak as it is declared. Try an optional weak var, or unowned if the LazyPart.Window always outlives the LazyPart.Toolbar. The lazy var that makes the LazyPart.Toolbar owns it.
          pattern lazy-part (swift run leakcases show owners/lazy-part)
          fingerprint 9ff8e096
        """
    ) {
      let window = Window()
      _ = window.toolbar
      return window
    } sever: { window in
      window.toolbar = Toolbar(window: Window())
    },
    .fixed("weak-way-back") {
      let window = Window()
      _ = window.weakToolbar
      return window
    },
    .fixed("never-used") {
      Window()
    },
  ]

  public static let why = """
    A lazy property makes its value on first use and owns it from then on. Passing `self` to that value is what lazy \
    properties are for, and also what makes the cycle; a test that never touches the property sees no leak.
    """
  public static let fix = """
    Let the part refer to its owner weakly. The lazy property itself stays strong: nobody else owns the part.
    """
  public static let source: Source? = nil
}
