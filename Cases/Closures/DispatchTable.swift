import LeakCatalogue

/// Handlers in a static table, each under the identity of its object.
public enum DispatchTable: Case {
  public static let id = "closures/dispatch-table"
  public static let question =
    "Is a handler in a static table released with the object that it is registered for?"

  /// The handlers of all players, by player.
  nonisolated(unsafe) static var handlers: [ObjectIdentifier: (String) -> Void] = [:]

  final class Player {
    private(set) var title = ""

    func registerStrongly() {
      DispatchTable.handlers[ObjectIdentifier(self)] = { title in self.title = title }
    }

    func registerWeakly() {
      DispatchTable.handlers[ObjectIdentifier(self)] = { [weak self] title in self?.title = title }
    }

    func receive(_ title: String) {
      DispatchTable.handlers[ObjectIdentifier(self)]?(title)
    }

    func unregister() {
      DispatchTable.handlers[ObjectIdentifier(self)] = nil
    }

    deinit {
      unregister()
    }
  }

  public static let variants: [Variant] = [
    .held(
      "strong-self",
      report: """
        DispatchTable.Player is held: 1 instance is kept alive by static DispatchTable.handlers (closure #1 in DispatchTable.Player.registerStrongly()).

          ╭─ static DispatchTable.handlers
          │    closure #1 in DispatchTable.Player.registerStrongly()   DispatchTable.swift:16
          │       captures DispatchTable.Player (self) strongly
          ╰→ DispatchTable.Player

          It lives as long as that variable refers to it. Clear the variable before the check, or write [weak self] in the closure at DispatchTable.swift:16.
          pattern held-by-a-global (swift run leakcases show owners/shared-cache)
          fingerprint 431840c5
        """
    ) {
      let player = Player()
      player.registerStrongly()
      player.receive("Prelude")
      return player
    } sever: { player in
      player.unregister()
    },
    .fixed("weak-self") {
      let player = Player()
      player.registerWeakly()
      player.receive("Prelude")
      return player
    },
    .fixed("unregistered") {
      let player = Player()
      player.registerStrongly()
      player.receive("Prelude")
      player.unregister()
      return player
    },
  ]

  public static let why = """
    The key is a number and keeps nothing alive, but the table owns the handler under it, and the handler owns the player. \
    The `deinit` that would take the handler out waits for the table to let go of the player.
    """
  public static let fix = """
    Write `[weak self]` in the handler: then `deinit` runs, and takes the handler out of the table.
    """
  public static let source: Source? = nil
}
