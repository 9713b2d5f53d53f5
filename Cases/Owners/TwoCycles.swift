import LeakCatalogue

/// An object that is kept in two ways, each of which is enough.
public enum TwoCycles: Case {
  public static let id = "owners/two-cycles"
  public static let question =
    "Why does an object still leak after I have made one of its references weak?"

  final class Toolbar {
    var onTap: (() -> Void)?
  }

  final class Window {
    let toolbar = Toolbar()
    private(set) var onClose: (() -> Void)?
    private(set) var isOpen = true

    func tapStrongly() {
      toolbar.onTap = { self.isOpen = false }
    }

    func tapWeakly() {
      toolbar.onTap = { [weak self] in self?.isOpen = false }
    }

    func closeStrongly() {
      onClose = { self.isOpen = false }
    }

    func closeWeakly() {
      onClose = { [weak self] in self?.isOpen = false }
    }

    func tearDown() {
      onClose = nil
      toolbar.onTap = nil
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "both",
      report: """
        TwoCycles.Window leaked: 1 instance is kept alive by 2 retain cycles.

          ╭→ TwoCycles.Window
          │    .onClose
          │    closure #1 in TwoCycles.Window.closeStrongly()   TwoCycles.swift:27
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures TwoCycles.Window (self) strongly
          ╰─ TwoCycles.Window

          1 of 2. Try [weak self] in the closure at TwoCycles.swift:27.
          fingerprint a2bf9534 (1 of 2)

          ╭→ TwoCycles.Window
          │    .toolbar: TwoCycles.Toolbar
          │    .onTap
          │    closure #1 in TwoCycles.Window.tapStrongly()   TwoCycles.swift:19
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures TwoCycles.Window (self) strongly
          ╰─ TwoCycles.Window

          2 of 2. Try [weak self] in the closure at TwoCycles.swift:19. The TwoCycles.Window keeps the TwoCycles.Toolbar that stores it.
          fingerprint 5500e9df (2 of 2)

          Both changes are needed: each cycle alone keeps objects alive, unless a deinit breaks it.
          pattern stored-closure (swift run leakcases show closures/stored-closure)
          fingerprint 4bdee119
        """
    ) {
      let window = Window()
      window.tapStrongly()
      window.closeStrongly()
      return window
    } sever: { window in
      window.tearDown()
    },
    .leaking(
      "weak-closure-only",
      report: """
        TwoCycles.Window leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ TwoCycles.Window
          │    .toolbar: TwoCycles.Toolbar
          │    .onTap
          │    closure #1 in TwoCycles.Window.tapStrongly()   TwoCycles.swift:19
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures TwoCycles.Window (self) strongly
          ╰─ TwoCycles.Window

          Try [weak self] in the closure at TwoCycles.swift:19. The TwoCycles.Window keeps the TwoCycles.Toolbar that stores it.
          pattern callback-of-a-part (swift run leakcases show owners/flow-controller)
          fingerprint 5500e9df
        """
    ) {
      let window = Window()
      window.tapStrongly()
      window.closeWeakly()
      return window
    } sever: { window in
      window.tearDown()
    },
    .leaking(
      "weak-toolbar-only",
      report: """
        TwoCycles.Window leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ TwoCycles.Window
          │    .onClose
          │    closure #1 in TwoCycles.Window.closeStrongly()   TwoCycles.swift:27
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures TwoCycles.Window (self) strongly
          ╰─ TwoCycles.Window

          Try [weak self] in the closure at TwoCycles.swift:27.
          pattern stored-closure (swift run leakcases show closures/stored-closure)
          fingerprint a2bf9534
        """
    ) {
      let window = Window()
      window.tapWeakly()
      window.closeStrongly()
      return window
    } sever: { window in
      window.tearDown()
    },
    .fixed("both-weak") {
      let window = Window()
      window.tapWeakly()
      window.closeWeakly()
      return window
    },
  ]

  public static let why = """
    Each of the two cycles keeps the window alive on its own. Cutting only one changes nothing that can be seen: the window \
    leaks as before, and the fix looks wrong although it is right.
    """
  public static let fix = """
    Cut both. A report lists every cycle that has to be cut, and says so at its end; after the first fix it lists the one \
    that is left.
    """
  public static let source: Source? = nil
}
