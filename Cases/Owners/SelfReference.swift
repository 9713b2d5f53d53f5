import LeakCatalogue

/// A navigator that remembers which navigator is current, and starts with itself.
public enum SelfReference: Case {
  public static let id = "owners/self-reference"
  public static let question = "Can an object keep itself alive without any closure?"

  final class Navigator {
    let title: String
    var current: Navigator?
    weak var weakCurrent: Navigator?

    init(title: String) {
      self.title = title
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        SelfReference.Navigator leaked: 1 instance is kept alive by a retain cycle of 1 strong reference.

          ╭→ SelfReference.Navigator
          │    .current: SelfReference.Navigator   SelfReference.swift:10
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ SelfReference.Navigator

          Try weak var on SelfReference.Navigator.current, or set it to nil when the SelfReference.Navigator is no longer needed.
          pattern self-reference (swift run leakcases show owners/self-reference)
          fingerprint 37427a69
        """
    ) {
      let navigator = Navigator(title: "Home")
      navigator.current = navigator
      return navigator
    } sever: { navigator in
      navigator.current = nil
    },
    .fixed("weak-current") {
      let navigator = Navigator(title: "Home")
      navigator.weakCurrent = navigator
      return navigator
    },
  ]

  public static let why = """
    The shortest cycle there is: one property, one object. It occurs where a property usually refers to another \
    object, such as the current one of several, but sometimes to the object itself.
    """
  public static let fix = """
    Make the property weak if it only points at one of several that somebody else owns.
    """
  public static let source: Source? = nil
}
