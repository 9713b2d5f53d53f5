import LeakCatalogue

/// A structure that holds the object on the closure's behalf.
public enum CapturedValue: Case {
  public static let id = "capture-lists/captured-value"
  public static let question = "Does a closure that only uses a struct keep the object in it?"

  /// Where a tap leads to.
  struct Route {
    let title: String
    let screen: Screen

    /// A closure over this value.
    func action() -> () -> Void {
      { screen.shown = title }
    }

    /// A closure over the title, and weakly over the screen.
    func weakAction() -> () -> Void {
      { [weak screen, title] in screen?.shown = title }
    }
  }

  final class Screen {
    var shown = ""
    var onTap: (() -> Void)?
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        CapturedValue.Screen leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ CapturedValue.Screen
          │    .onTap
          │    closure #1 in CapturedValue.Route.action()   CapturedValue.swift:15
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures self.screen: CapturedValue.Screen strongly
          ╰─ CapturedValue.Screen

          Try a weak capture of the CapturedValue.Screen alone in the closure at CapturedValue.swift:15, as in [weak screen]: it captures a whole value, whose screen keeps the CapturedValue.Screen.
          pattern captured-value (swift run leakcases show capture-lists/captured-value)
          fingerprint 1e82d59b
        """
    ) {
      let screen = Screen()
      screen.onTap = Route(title: "Plums", screen: screen).action()
      screen.onTap?()
      return screen
    } sever: { screen in
      screen.onTap = nil
    },
    .fixed("weak-part") {
      let screen = Screen()
      screen.onTap = Route(title: "Plums", screen: screen).weakAction()
      screen.onTap?()
      return screen
    },
  ]

  public static let why = """
    In a structure's method `self` is a value. A closure over it copies the value, and the copy owns every \
    object that the value refers to. The compiler does not even ask for an explicit `self` there.
    """
  public static let fix = """
    A value cannot be captured weakly, but the object in it can: write `[weak screen]`, and name the other \
    parts that the closure needs in the same list.
    """
  public static let source: Source? = nil
}
