import Foundation
import LeakCatalogue

/// A timer that fires once, with a block that uses `self`.
public enum OneShotTimer: Case {
  public static let id = "timers/one-shot-timer"
  public static let question =
    "Does a timer that fires only once need `[weak self]`?"

  final class Toast: @unchecked Sendable {
    var isVisible = true
    let thread = RunLoopThread()
    private weak var timer: Timer?
    private weak var action: TimerAction?

    func hideLaterStrongly(in delay: TimeInterval) {
      hideLater(in: delay, TimerAction { self.isVisible = false })
    }

    func hideLaterWeakly(in delay: TimeInterval) {
      hideLater(in: delay, TimerAction { [weak self] in self?.isVisible = false })
    }

    private func hideLater(in delay: TimeInterval, _ action: TimerAction) {
      let timer = Timer(timeInterval: delay, repeats: false) { _ in action.run() }
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
      "strong-self-before",
      report: """
        OneShotTimer.Toast is held: 1 instance is kept alive by a Timer (closure #1 in OneShotTimer.Toast.hideLater(in:_:)).

          ╭─ a Timer
          │    closure #1 in OneShotTimer.Toast.hideLater(in:_:)   OneShotTimer.swift:25
          │       captures action: TimerAction strongly
          │    .body
          │    closure #1 in OneShotTimer.Toast.hideLaterStrongly(in:)   OneShotTimer.swift:17
          │       captures OneShotTimer.Toast (self) strongly
          ╰→ OneShotTimer.Toast

          Write [weak self] in its block, and invalidate() the timer when it is no longer needed: that alone does not help, since Foundation on Linux gives back neither a Timer nor its block.
          pattern run-loop-timer (swift run leakcases show timers/repeating-block-timer)
          fingerprint b79e66a1
        """
    ) {
      let toast = Toast()
      toast.hideLaterStrongly(in: 60)
      return toast
    } sever: { toast in
      toast.stop()
    }.leavingATimer,
    .heldOnLinux(
      "strong-self-fired",
      report: """
        OneShotTimer.Toast is held: 1 instance is kept alive by a Timer that has fired or was invalidated, whose block Foundation on Linux keeps (closure #1 in OneShotTimer.Toast.hideLater(in:_:)).

          ╭─ a Timer
          │    closure #1 in OneShotTimer.Toast.hideLater(in:_:)   OneShotTimer.swift:25
          │       captures action: TimerAction strongly
          │    .body
          │    closure #1 in OneShotTimer.Toast.hideLaterStrongly(in:)   OneShotTimer.swift:17
          │       captures OneShotTimer.Toast (self) strongly
          ╰→ OneShotTimer.Toast

          invalidate() does not help: Foundation on Linux gives back neither a Timer nor its block. Write [weak self] in the block, or use a DispatchSourceTimer, which lets go of its handler at cancel().
          a leak of Foundation's, seen with Swift 6.3.1: a Timer and its block are never released once the Timer is created
          pattern done-timer (swift run leakcases show timers/one-shot-timer)
          fingerprint a56d8f97
        """
    ) {
      let toast = Toast()
      toast.hideLaterStrongly(in: 0.005)
      toast.thread.run { !toast.isVisible }
      return toast
    } sever: { toast in
      toast.stop()
    }.leavingATimer,
    .heldOnLinux(
      "strong-self-invalidated",
      report: """
        OneShotTimer.Toast is held: 1 instance is kept alive by a Timer that has fired or was invalidated, whose block Foundation on Linux keeps (closure #1 in OneShotTimer.Toast.hideLater(in:_:)).

          ╭─ a Timer
          │    closure #1 in OneShotTimer.Toast.hideLater(in:_:)   OneShotTimer.swift:25
          │       captures action: TimerAction strongly
          │    .body
          │    closure #1 in OneShotTimer.Toast.hideLaterStrongly(in:)   OneShotTimer.swift:17
          │       captures OneShotTimer.Toast (self) strongly
          ╰→ OneShotTimer.Toast

          invalidate() does not help: Foundation on Linux gives back neither a Timer nor its block. Write [weak self] in the block, or use a DispatchSourceTimer, which lets go of its handler at cancel().
          a leak of Foundation's, seen with Swift 6.3.1: a Timer and its block are never released once the Timer is created
          pattern done-timer (swift run leakcases show timers/one-shot-timer)
          fingerprint a56d8f97
        """
    ) {
      let toast = Toast()
      toast.hideLaterStrongly(in: 60)
      toast.invalidate()
      return toast
    } sever: { toast in
      toast.stop()
    }.leavingATimer,
    .fixed("weak-self") {
      let toast = Toast()
      toast.hideLaterWeakly(in: 0.005)
      toast.thread.run { !toast.isVisible }
      return toast
    }.leavingATimer,
    .fixed("weak-self-dropped-before") {
      let toast = Toast()
      toast.hideLaterWeakly(in: 60)
      return toast
    }.leavingATimer,
  ]

  public static let why = """
    The run loop keeps the timer until it fires, the timer keeps its block, and the block keeps a strong `self`: for \
    the whole delay, even when nobody needs the toast any more. On Apple platforms a timer that has fired once is \
    invalidated and released with its block. Foundation on Linux retains every timer when it is made and never \
    releases it, so the timer and its block stay forever, even after firing and after `invalidate()`.
    """
  public static let fix = """
    Write `[weak self]`: it is right on every platform, and lets the toast go before the timer fires. On Linux \
    `invalidate()` does not help. `asyncAfter` and a task that sleeps let go of their closures: see \
    `work-items/unstored-blocks` and `concurrency/one-shot-task`.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]")
}
