import LeakCatalogue

/// A closure deep inside an object's values: in a struct in a dictionary.
public enum ClosureInDictionary: Case {
  public static let id = "closures/closure-in-dictionary"
  public static let question =
    "Does it matter that the closure lies in a struct inside a dictionary?"

  struct Command {
    let title: String
    let perform: () -> Void
  }

  final class Menu {
    var opened = 0
    var commands: [String: Command] = [:]

    func addStrongCommand() {
      commands["open"] = Command(title: "Open…") { self.opened += 1 }
    }

    func addWeakCommand() {
      commands["open"] = Command(title: "Open…") { [weak self] in self?.opened += 1 }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        ClosureInDictionary.Menu leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ ClosureInDictionary.Menu
          │    .commands[value].perform
          │    closure #1 in ClosureInDictionary.Menu.addStrongCommand()   ClosureInDictionary.swift:19
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures ClosureInDictionary.Menu (self) strongly
          ╰─ ClosureInDictionary.Menu

          Try [weak self] in the closure at ClosureInDictionary.swift:19. Or take it out of ClosureInDictionary.Menu.commands when it is no longer needed.
          pattern closure-in-dictionary (swift run leakcases show closures/closure-in-dictionary)
          fingerprint 15f77b99
        """
    ) {
      let menu = Menu()
      menu.addStrongCommand()
      menu.commands["open"]?.perform()
      return menu
    } sever: { menu in
      menu.commands["open"] = nil
    },
    .fixed("weak-self") {
      let menu = Menu()
      menu.addWeakCommand()
      menu.commands["open"]?.perform()
      return menu
    },
    .fixed("command-removed") {
      let menu = Menu()
      menu.addStrongCommand()
      menu.commands["open"]?.perform()
      menu.commands.removeAll()
      return menu
    },
  ]

  public static let why = """
    Structs and dictionaries are values, but a closure inside them is still a reference, and whoever holds the value \
    also holds the closure. The menu owns its dictionary, the dictionary owns its commands, each command owns its \
    closure, and the closure owns the menu. Depth only makes the cycle harder to see.
    """
  public static let fix = """
    Write `[weak self]` in the closure, where the way back begins. Taking the command out of the dictionary \
    when it is no longer offered also breaks the cycle.
    """
  public static let source: Source? = nil
}
