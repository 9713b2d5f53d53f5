import Decks
import LeakDetection

/// Objects and closures of a dynamic library, in a program that walks them.
@main enum Main {
  /// A closure of the library captures its object.
  static func closureOfTheLibrary() -> Deck {
    let deck = Deck()
    deck.remember()
    return deck
  }

  /// A value of a private type of the library holds its object.
  static func valueOfTheLibrary() -> Deck {
    let deck = Deck()
    deck.record("title")
    return deck
  }

  /// A closure of the program captures the library's object.
  static func closureOfTheProgram() -> Deck {
    let deck = Deck()
    deck.onEject = { deck.remember() }
    return deck
  }

  static func fixed() -> Deck {
    let deck = Deck()
    deck.onEject = { [weak deck] in deck?.remember() }
    return deck
  }

  static func main() {
    let makers = [
      ("closure of the library", closureOfTheLibrary), ("value of the library", valueOfTheLibrary),
      ("closure of the program", closureOfTheProgram), ("fixed", fixed),
    ]
    for (name, make) in makers {
      let report = LeakDetector.detectBlocking(within: .milliseconds(50)) { make() }
      print("\(name): \(report.leaks.isEmpty ? "gone" : "\(report.leaks.count) found")")
      for leak in report.leaks { print(leak) }
    }
  }
}
