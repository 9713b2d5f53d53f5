import LeakCatalogue

/// `guard let self`, followed by a second closure that is stored as well.
public enum StrongSelfFromGuard: Case {
  public static let id = "nested-closures/strong-self-from-guard"
  public static let question =
    "After `[weak self]` and `guard let self`, are the inner closures safe?"

  final class Player {
    var plays = 0
    var onReady: (() -> Void)?
    var onFinish: (() -> Void)?

    func prepareWithGuard() {
      onReady = { [weak self] in
        guard let self else { return }
        onFinish = { self.plays += 1 }
      }
    }

    func prepareWithWeakInside() {
      onReady = { [weak self] in
        guard let self else { return }
        onFinish = { [weak self] in self?.plays += 1 }
      }
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "leaking",
      report: """
        StrongSelfFromGuard.Player leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ StrongSelfFromGuard.Player
          │    .onFinish
          │    closure #1 in closure #1 in StrongSelfFromGuard.Player.prepareWithGuard()
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          │    captures StrongSelfFromGuard.Player (self) strongly
          │       StrongSelfFromGuard.swift:17
          ╰─ StrongSelfFromGuard.Player

          Try [weak self] in the closure at StrongSelfFromGuard.swift:17. The closure around it says [weak self] at line 15, but unwraps it: self is strong again in here.
          pattern strong-self-after-guard (swift run leakcases show nested-closures/strong-self-from-guard)
          fingerprint ef9d7ef2
        """
    ) {
      let player = Player()
      player.prepareWithGuard()
      player.onReady?()
      player.onFinish?()
      return player
    } sever: { player in
      player.onFinish = nil
    },
    .fixed("weak-self-again") {
      let player = Player()
      player.prepareWithWeakInside()
      player.onReady?()
      player.onFinish?()
      return player
    },
    .fixed("never-ready") {
      let player = Player()
      player.prepareWithGuard()
      return player
    },
  ]

  public static let why = """
    This is the nested closure trap in reverse. `guard let self` declares a new constant, and that constant is \
    strong: the `self` of the inner closure is no longer the weak one. The outer closure is safe, but the inner \
    one captures the strong constant, and the player stores that closure too. The cycle closes only when the outer \
    closure runs, so a test in which the player never gets ready finds no leak.
    """
  public static let fix = """
    Write `[weak self]` again on every inner closure that is stored. One that is only called needs none: see \
    `nested-closures/explicit-self-inside`.
    """
  public static let source: Source? = nil
}
