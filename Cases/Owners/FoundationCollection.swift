import Foundation
import LeakCatalogue

/// Listeners in a Foundation collection.
public enum FoundationCollection: Case {
  public static let id = "owners/foundation-collection"
  public static let question = "Do Foundation's collections own what is in them?"

  final class Player {
    let listeners = NSMutableArray()
  }

  /// Shows what the player plays.
  final class Display {
    let player: Player

    init(player: Player) {
      self.player = player
    }

    func listen() {
      player.listeners.add(self)
    }

    func listenWeakly() {
      player.listeners.add(Listener(display: self))
    }
  }

  /// Stands for a display that it does not own.
  final class Listener {
    weak var display: Display?

    init(display: Display) {
      self.display = display
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        FoundationCollection.Display leaked: 1 instance is kept alive by a retain cycle of 3 strong references.

          ╭→ FoundationCollection.Display
          │    .player: FoundationCollection.Player
          │    .listeners: NSMutableArray
          │    ._storage[0]: FoundationCollection.Display
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ FoundationCollection.Display

          Take the FoundationCollection.Display out of the NSMutableArray when it is no longer needed, or put something into it that has only a weak reference to the FoundationCollection.Display.
          pattern system-container (swift run leakcases show owners/foundation-collection)
          fingerprint f9eff492
        """
    ) {
      let display = Display(player: Player())
      display.listen()
      return display
    } sever: { display in
      display.player.listeners.removeAllObjects()
    },
    .fixed("weak-listener") {
      let display = Display(player: Player())
      display.listenWeakly()
      return display
    },
    .fixed("taken-out") {
      let display = Display(player: Player())
      display.listen()
      display.player.listeners.removeLastObject()
      return display
    },
  ]

  public static let why = """
    An `NSMutableArray` retains its objects, as a Swift array does.
    """
  public static let fix = """
    Put an object with a weak reference into the collection, or take the object out when it is no longer needed.
    """
  public static let source: Source? = nil
}
