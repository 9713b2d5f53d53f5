import Dispatch
import LeakCatalogue

/// A closure on a background queue that waits for a semaphore.
public enum BlockedOnSemaphore: Case {
  public static let id = "work-items/blocked-on-semaphore"
  public static let question =
    "What happens to an object whose background closure waits for something that does not come?"

  final class Controller: @unchecked Sendable {
    var steps = 0
    /// What nobody signals.
    let answer = DispatchSemaphore(value: 0)
    /// Signalled by the closure when it has used the controller for the first time.
    let started = DispatchSemaphore(value: 0)

    func waitStrongly() {
      let started = started
      DispatchQueue.global().async {
        self.steps += 1
        started.signal()
        Self.waitForAnswer()
        self.steps += 1
      }
    }

    func waitAfterGuard() {
      let started = started
      DispatchQueue.global().async { [weak self] in
        guard let self else { return }
        started.signal()
        Self.waitForAnswer()
        self.steps += 1
      }
    }

    func waitWeakly() {
      let started = started
      DispatchQueue.global().async { [weak self] in
        self?.steps += 1
        started.signal()
        Self.waitForAnswer()
        self?.steps += 1
      }
    }

    func waitForGood() {
      let (started, answer) = (started, answer)
      DispatchQueue.global().async {
        started.signal()
        answer.wait()
        self.steps += 1
      }
    }

    /// Waits for one second for an answer that never comes.
    static func waitForAnswer() {
      let answer = DispatchSemaphore(value: 0)
      _ = answer.wait(timeout: .now() + 1)
    }

    /// Returns when the closure is about to wait.
    func waitUntilStarted() {
      started.wait()
    }
  }

  public static let variants: [Variant] = [
    .late(
      "strong-self", atLeast: .seconds(1),
      report: """
        BlockedOnSemaphore.Controller went late, held meanwhile by closure #1 in BlockedOnSemaphore.Controller.waitStrongly(), which waits for a semaphore, BlockedOnSemaphore.swift:59.
        """
    ) {
      let controller = Controller()
      controller.waitStrongly()
      controller.waitUntilStarted()
      return controller
    }.saying("has not returned", insteadOf: "waits for a semaphore"),
    .late(
      "weak-then-guard", atLeast: .seconds(1),
      report: """
        BlockedOnSemaphore.Controller went late, held meanwhile by the variable self of closure #1 in BlockedOnSemaphore.Controller.waitAfterGuard(), BlockedOnSemaphore.swift:30.
        """
    ) {
      let controller = Controller()
      controller.waitAfterGuard()
      controller.waitUntilStarted()
      return controller
    },
    .held(
      "no-timeout",
      report: """
        BlockedOnSemaphore.Controller is held: 1 instance is kept alive by closure #1 in BlockedOnSemaphore.Controller.waitForGood(), which waits for a semaphore, BlockedOnSemaphore.swift:51.

          ╭─ closure #1 in BlockedOnSemaphore.Controller.waitForGood()
          ╰→ BlockedOnSemaphore.Controller

          The function has not returned. End its work before the check, or allow more time.
          pattern function-that-waits (swift run leakcases show work-items/blocked-on-semaphore)
          fingerprint fad7fbd6
        """
    ) {
      let controller = Controller()
      controller.waitForGood()
      controller.waitUntilStarted()
      return controller
    } sever: { (controller: Controller) in
      _ = controller.answer.signal()
    }.saying("has not returned", insteadOf: "waits for a semaphore"),
    .fixed("weak-self") {
      let controller = Controller()
      controller.waitWeakly()
      controller.waitUntilStarted()
      return controller
    },
  ]

  public static let why = """
    There is no cycle: the queue keeps the closure only until it returns. But a closure that waits does not \
    return, and keeps its strong `self` while it waits: here until the timeout of one second, and forever \
    without one. `guard let self` before the wait makes a strong reference as well. With `self?` nothing is \
    kept between two uses, so the controller is freed while the thread still waits.
    """
  public static let fix = """
    Give every wait a timeout, and hold no strong reference during it: write `[weak self]`, and use `self?` before and after \
    the wait.
    """
  public static let source: Source? = Source(
    author: "Besher Al Maleh", title: "You don't (always) need [weak self]",
    scenarios: ["delayedAllocSemaphore"])
}
