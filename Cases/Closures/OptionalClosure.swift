import LeakCatalogue

/// A parameter whose type is an optional closure.
public enum OptionalClosure: Case {
  public static let id = "closures/optional-closure"
  public static let question =
    "Does a closure passed as `completion: (() -> Void)?` escape, although nothing says `@escaping`?"

  final class Player {
    var plays = 0
    private var whenDone: (() -> Void)?

    /// An optional closure needs no `@escaping` to be stored.
    func play(completion: (() -> Void)? = nil) {
      whenDone = completion
    }

    /// Calls the completion, if there is one, and keeps it for the next time.
    func finish() {
      whenDone?()
    }

    /// Calls the completion, and nothing else.
    func skip(completion: (() -> Void)? = nil) {
      completion?()
    }

    func playStrongly() {
      play { self.plays += 1 }
    }

    func playWeakly() {
      play { [weak self] in self?.plays += 1 }
    }

    func skipStrongly() {
      skip { self.plays += 1 }
    }

    /// Cannot store its closure.
    func pass(completion: () -> Void = {}) {
      completion()
    }

    func passStrongly() {
      pass { self.plays += 1 }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        OptionalClosure.Player leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ OptionalClosure.Player
          │    .whenDone
          │    closure #1 in OptionalClosure.Player.playStrongly()   OptionalClosure.swift:29
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures OptionalClosure.Player (self) strongly
          ╰─ OptionalClosure.Player

          Try [weak self] in the closure at OptionalClosure.swift:29.
          pattern stored-closure (swift run leakcases show closures/stored-closure)
          fingerprint 8a42fdfb
        """
    ) {
      let player = Player()
      player.playStrongly()
      player.finish()
      return player
    } sever: { player in
      player.play()
    },
    .fixed("weak-self") {
      let player = Player()
      player.playWeakly()
      player.finish()
      return player
    },
    .fixed("called-only") {
      let player = Player()
      player.skipStrongly()
      return player
    },
    .fixed("plain-closure") {
      let player = Player()
      player.passStrongly()
      player.pass()
      return player
    },
  ]

  public static let why = """
    `@escaping` belongs to a parameter whose type is a function, and `(() -> Void)?` is an enumeration with a function \
    in it: such a closure always escapes, and there is no way to write that it does not. So the missing `@escaping` says \
    nothing, and the closure may be stored. Here it is stored, and it captured the player that stores it.
    """
  public static let fix = """
    Write `[weak self]` unless you know that the function only calls its closure. If the function is yours and only calls \
    it, take a plain closure whose default is an empty one, `completion: () -> Void = {}`: it cannot be stored.
    """
  public static let source: Source? = nil
}
