import CaseCatalogue
import Foundation

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

    func hideLaterStrongly() {
      hideLater(TimerAction { self.isVisible = false })
    }

    func hideLaterWeakly() {
      hideLater(TimerAction { [weak self] in self?.isVisible = false })
    }

    private func hideLater(_ action: TimerAction) {
      let timer = Timer(timeInterval: 0.005, repeats: false) { _ in action.run() }
      thread.add(timer)
      self.timer = timer
      self.action = action
    }

    func stop() {
      let timer = timer
      thread.perform { timer?.invalidate() }
      // Only Foundation on Linux needs this: it keeps the block.
      action?.clear()
    }

    deinit {
      stop()
      thread.stop()
    }
  }

  /// What becomes of a toast whose timer has fired with a strong `self`.
  private static var fired: Variant {
    #if os(Linux)
      .held(
        "strong-self",
        report: """
          OneShotTimer.Toast is held: 1 instance is kept alive by 1 reference from outside the objects it reaches.

            Something outside still owns it: a pending block, a timer, a running task, a global, or a variable still in scope. End that work or clear that variable before the check, or allow more time.
          """
      ) {
        let toast = Toast()
        toast.hideLaterStrongly()
        toast.thread.run { !toast.isVisible }
        return toast
      } sever: { toast in
        toast.stop()
      }
    #else
      .fixed("strong-self") {
        let toast = Toast()
        toast.hideLaterStrongly()
        toast.thread.run { !toast.isVisible }
        return toast
      }
    #endif
  }

  public static let variants: [Variant] = [
    fired.leavingATimer,
    .fixed("weak-self") {
      let toast = Toast()
      toast.hideLaterWeakly()
      toast.thread.run { !toast.isVisible }
      return toast
    }.leavingATimer,
    .fixed("weak-self-dropped-before") {
      let toast = Toast()
      toast.hideLaterWeakly()
      return toast
    }.leavingATimer,
  ]

  public static let why = """
    On Apple platforms a timer that has fired once is invalidated and let go with its block: a strong `self` \
    is kept for the delay and no longer. Foundation on Linux takes a reference to every timer when it is made \
    and never gives it back, so timer and block stay for good, also after firing and after `invalidate()`: \
    there the same code holds the toast for as long as the process runs.
    """
  public static let fix = """
    Write `[weak self]`: it costs nothing, is right on every platform, and lets the toast go before the timer \
    fires. `DispatchQueue.asyncAfter` and `Task.sleep` let go of their closures everywhere.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]")
}
