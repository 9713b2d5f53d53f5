/// A class of a dynamic library, with closures of its own and of others.
public final class Deck {
  private var onEnd: (() -> Void)?
  public var onEject: (() -> Void)?
  private var count = 0

  public init() {}

  /// Makes the deck hold a closure that captures it.
  public func remember() {
    onEnd = { self.count += 1 }
  }

  /// Makes the deck hold a closure that captures a value that holds it.
  public func record(_ title: String) {
    let tape = Tape(title: title, deck: self, other: title.isEmpty ? self : nil)
    onEnd = { tape.play() }
  }

  fileprivate func advance(by steps: Int) { count += steps }
}

/// A type that the program cannot name.
private struct Tape {
  let title: String
  let deck: Deck
  let other: Deck?

  @inline(never) func play() {
    deck.advance(by: title.count)
    other?.advance(by: 1)
  }
}
