import Foundation
import LeakCatalogue

/// A timer that repeats, with a block that uses `self`.
public enum RepeatingBlockTimer: Case {
  public static let id = "timers/repeating-block-timer"
  public static let question =
    "Does a repeating timer keep me alive, although I do not store it?"

  final class Clock: @unchecked Sendable {
    var ticks = 0
    let thread = RunLoopThread()
    private weak var timer: Timer?
    private weak var action: TimerAction?

    func startStrongly() {
      start(TimerAction { self.ticks += 1 })
    }

    func startWeakly() {
      start(TimerAction { [weak self] in self?.ticks += 1 })
    }

    /// Repeats `action`; the run loop keeps the timer, the timer its block, and the block `action`.
    private func start(_ action: TimerAction) {
      let timer = Timer(timeInterval: 0.005, repeats: true) { _ in action.run() }
      thread.add(timer)
      self.timer = timer
      self.action = action
    }

    func invalidate() {
      let timer = timer
      thread.perform { timer?.invalidate() }
    }

    func stop() {
      invalidate()
      // Only Foundation on Linux needs this: it keeps the block.
      action?.clear()
    }

    deinit {
      stop()
      thread.stop()
    }
  }

  public static let variants: [Variant] = [
    .held(
      "strong-self",
      report: """
        RepeatingBlockTimer.Clock is held: 1 instance is kept alive by a Timer that fires every 0.005 s (closure #1 in RepeatingBlockTimer.Clock.start(_:)).

          ╭─ a Timer
          │    closure #1 in RepeatingBlockTimer.Clock.start(_:)   RepeatingBlockTimer.swift:26
          │       captures action: TimerAction strongly
          │    .body
          │    closure #1 in RepeatingBlockTimer.Clock.startStrongly()   RepeatingBlockTimer.swift:17
          │       captures RepeatingBlockTimer.Clock (self) strongly
          ╰→ RepeatingBlockTimer.Clock

          Write [weak self] in its block, and invalidate() the timer when it is no longer needed: that alone does not help, since Foundation on Linux gives back neither a Timer nor its block.
          pattern run-loop-timer (swift run leakcases show timers/repeating-block-timer)
          fingerprint b1572713
        """
    ) {
      let clock = Clock()
      clock.startStrongly()
      clock.thread.run { clock.ticks >= 2 }
      return clock
    } sever: { clock in
      clock.stop()
    }.leavingATimer,
    .heldOnLinux(
      "strong-self-invalidated",
      report: """
        RepeatingBlockTimer.Clock is held: 1 instance is kept alive by a Timer that was invalidated, whose block Foundation on Linux keeps (closure #1 in RepeatingBlockTimer.Clock.start(_:)).

          ╭─ a Timer
          │    closure #1 in RepeatingBlockTimer.Clock.start(_:)   RepeatingBlockTimer.swift:26
          │       captures action: TimerAction strongly
          │    .body
          │    closure #1 in RepeatingBlockTimer.Clock.startStrongly()   RepeatingBlockTimer.swift:17
          │       captures RepeatingBlockTimer.Clock (self) strongly
          ╰→ RepeatingBlockTimer.Clock

          invalidate() does not help: Foundation on Linux gives back neither a Timer nor its block. Write [weak self] in the block, or use a DispatchSourceTimer, which lets go of its handler at cancel().
          a leak of Foundation's, seen with Swift 6.3.1: a Timer and its block are never released once the Timer is created
          pattern done-timer (swift run leakcases show timers/one-shot-timer)
          fingerprint 44f5af0d
        """
    ) {
      let clock = Clock()
      clock.startStrongly()
      clock.thread.run { clock.ticks >= 2 }
      clock.invalidate()
      return clock
    } sever: { clock in
      clock.stop()
    }.leavingATimer,
    .fixed("weak-self-and-invalidate") {
      let clock = Clock()
      clock.startWeakly()
      clock.thread.run { clock.ticks >= 2 }
      return clock
    }.leavingATimer,
  ]

  public static let why = """
    A run loop keeps its timers until they are invalidated, and a timer keeps its block. The clock invalidates its timer in \
    `deinit`, but the block's strong `self` keeps `deinit` from ever running. This is not a cycle, since the clock does not \
    store the timer, yet the clock is held for as long as the run loop. Linux adds another problem: Foundation never releases \
    a timer's block, not even after `invalidate()`, so there an invalidated timer holds the clock forever.
    """
  public static let fix = """
    Write `[weak self]` in the block, and `invalidate()` the timer in `deinit`, on the thread whose run loop has the timer. \
    Without `[weak self]`, `deinit` is never reached. Invalidating earlier, from outside, frees the clock on Apple platforms, \
    but not on Linux.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]",
    scenarios: ["leakyTimer"])
}
