import Foundation
import LeakCatalogue

/// A timer in a property, which calls a target object.
public enum StoredTimerAndTarget: Case {
  public static let id = "timers/stored-timer-and-target"
  public static let question =
    "I store the timer and invalidate it in `deinit`. Why does `deinit` not run?"

  /// What the timer calls: `Timer(timeInterval:target:selector:userInfo:repeats:)` keeps its target like
  /// this.
  final class StrongTarget: @unchecked Sendable {
    var game: Game?

    init(_ game: Game) {
      self.game = game
    }

    func fire() {
      game?.seconds += 1
    }
  }

  /// A target between the timer and the game, which does not keep the game.
  final class WeakTarget: @unchecked Sendable {
    private weak var game: Game?

    init(_ game: Game) {
      self.game = game
    }

    func fire() {
      game?.seconds += 1
    }
  }

  final class Game: @unchecked Sendable {
    var seconds = 0
    let thread = RunLoopThread()
    private var timer: Timer?
    private weak var target: StrongTarget?

    func startWithStrongTarget() {
      let target = StrongTarget(self)
      self.target = target
      start(Timer(timeInterval: 0.005, repeats: true) { _ in target.fire() })
    }

    func startWithWeakTarget() {
      let target = WeakTarget(self)
      start(Timer(timeInterval: 0.005, repeats: true) { _ in target.fire() })
    }

    private func start(_ timer: Timer) {
      self.timer = timer
      thread.add(timer)
    }

    func stop() {
      let timer = timer
      thread.perform { timer?.invalidate() }
      self.timer = nil
      // Only Foundation on Linux needs this: it keeps the timer's block.
      target?.game = nil
    }

    deinit {
      stop()
      thread.stop()
    }
  }

  public static let variants: [Variant] = [
    .held(
      "strong-target",
      report: """
        StoredTimerAndTarget.Game is held: 1 instance is kept alive by a Timer that fires every 0.005 s (closure #1 in StoredTimerAndTarget.Game.startWithStrongTarget()); after that a retain cycle keeps it, unless it is broken by then.

          ╭─ a Timer
          │    closure #1 in StoredTimerAndTarget.Game.startWithStrongTarget()
          │       StoredTimerAndTarget.swift:46
          │       captures target: StoredTimerAndTarget.StrongTarget strongly
          │    .game: StoredTimerAndTarget.Game
          ╰→ StoredTimerAndTarget.Game

          Write weak var for StoredTimerAndTarget.StrongTarget.game, and invalidate() the timer when it is no longer needed: that alone does not help, since Foundation on Linux gives back neither a Timer nor its block.

          After that:

          ╭→ StoredTimerAndTarget.Game
          │    .timer: Timer
          │    closure #1 in StoredTimerAndTarget.Game.startWithStrongTarget()
          │       StoredTimerAndTarget.swift:46
          │       captures target: StoredTimerAndTarget.StrongTarget strongly
          │    .game: StoredTimerAndTarget.Game   StoredTimerAndTarget.swift:13
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ StoredTimerAndTarget.Game

          Try weak var on StoredTimerAndTarget.StrongTarget.game.
          pattern run-loop-timer (swift run leakcases show timers/repeating-block-timer)
          fingerprint 5020e219
        """
    ) {
      let game = Game()
      game.startWithStrongTarget()
      game.thread.run { game.seconds >= 2 }
      return game
    } sever: { game in
      game.stop()
    }.leavingATimer,
    .fixed("weak-target-and-invalidate") {
      let game = Game()
      game.startWithWeakTarget()
      game.thread.run { game.seconds >= 2 }
      return game
    }.leavingATimer,
  ]

  public static let why = """
    Two things keep the game: the cycle from the game to its timer, to the target and back, and the run loop, \
    which keeps the timer until it is invalidated. Invalidating in `deinit` cannot break either, because \
    `deinit` waits for the retain count to reach zero. The report names both, the reference from \
    outside first.
    """
  public static let fix = """
    Put an object with a `weak` reference between the timer and the game; then `deinit` runs and invalidates the timer. \
    For a block with `[weak self]`, and for invalidating earlier, see `timers/repeating-block-timer`.
    """
  public static let source: Source? = Source(
    author: "Khoa Pham", title: "How to simplify communication patterns with closure in Swift")
}
