import LeakCatalogue

/// One closure, four capture lists.
public enum WaysToCapture: Case {
  public static let id = "capture-lists/ways-to-capture"
  public static let question =
    "What is the difference between no capture list, `[player]`, `[weak player]` and `[unowned player]`?"

  final class Player {
    var plays = 0
    var onFinish: (() -> Void)?
  }

  static func implicit() -> Player {
    let player = Player()
    player.onFinish = { player.plays += 1 }
    return player
  }

  static func strong() -> Player {
    let player = Player()
    player.onFinish = { [player] in player.plays += 1 }
    return player
  }

  static func weak() -> Player {
    let player = Player()
    player.onFinish = { [weak player] in player?.plays += 1 }
    return player
  }

  static func unowned() -> Player {
    let player = Player()
    player.onFinish = { [unowned player] in player.plays += 1 }
    return player
  }

  public static let variants: [Variant] = [
    .leaking(
      "implicit",
      report: """
        WaysToCapture.Player leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ WaysToCapture.Player
          │    .onFinish
          │    closure #1 in WaysToCapture.implicit()   WaysToCapture.swift:16
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures player: WaysToCapture.Player strongly
          ╰─ WaysToCapture.Player

          Try [weak player] in the closure at WaysToCapture.swift:16.
          pattern captured-object (swift run leakcases show capture-lists/ways-to-capture)
          fingerprint b36a060e
        """,
      // The optimiser merged the two closures, which have the same instructions, and lost the name.
      optimized: """
        WaysToCapture.Player leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ WaysToCapture.Player
          │    .onFinish
          │    closure #1 in WaysToCapture.implicit()   WaysToCapture.swift:16
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures WaysToCapture.Player strongly
          ╰─ WaysToCapture.Player

          Try a weak capture of WaysToCapture.Player in the closure at WaysToCapture.swift:16.
          pattern captured-object (swift run leakcases show capture-lists/ways-to-capture)
          fingerprint b36a060e
        """
    ) {
      let player = implicit()
      player.onFinish?()
      return player
    } sever: { player in
      player.onFinish = nil
    },
    .leaking(
      "strong",
      report: """
        WaysToCapture.Player leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ WaysToCapture.Player
          │    .onFinish
          │    closure #1 in WaysToCapture.strong()   WaysToCapture.swift:22
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures player: WaysToCapture.Player strongly
          ╰─ WaysToCapture.Player

          Try [weak player] in the closure at WaysToCapture.swift:22.
          pattern captured-object (swift run leakcases show capture-lists/ways-to-capture)
          fingerprint 4b5db08e
        """,
      // The optimiser merged the two closures, which have the same instructions, and lost the name.
      optimized: """
        WaysToCapture.Player leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

          ╭→ WaysToCapture.Player
          │    .onFinish
          │    closure #1 in WaysToCapture.strong()   WaysToCapture.swift:22
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures WaysToCapture.Player strongly
          ╰─ WaysToCapture.Player

          Try a weak capture of WaysToCapture.Player in the closure at WaysToCapture.swift:22.
          pattern captured-object (swift run leakcases show capture-lists/ways-to-capture)
          fingerprint 4b5db08e
        """
    ) {
      let player = strong()
      player.onFinish?()
      return player
    } sever: { player in
      player.onFinish = nil
    },
    .fixed("weak") {
      let player = weak()
      player.onFinish?()
      return player
    },
    .fixed("unowned") {
      let player = unowned()
      player.onFinish?()
      return player
    },
  ]

  public static let why = """
    A closure captures strongly unless told otherwise. `[player]` does not change that: it takes the value when the closure is \
    made instead of following the variable, and for an object that value is a strong reference. `[weak player]` captures an \
    optional that becomes `nil` when the player goes, `[unowned player]` a reference that must not be used after that. Neither \
    keeps the player alive.
    """
  public static let fix = """
    `weak` never crashes and never keeps the object; but where the object has gone, the work is not done: see \
    `work-items/source-cancel-handler`. `unowned` fits a closure that cannot outlive the object, such as one that only the \
    object itself stores and calls; anywhere else it trades a leak for a crash: see `capture-lists/unowned-after-deinit`.
    """
  public static let source: Source? = Source(
    author: "Donny Wals", title: "When to use weak self and why")
}
