import CLeakBase
import Dispatch
import Foundation

/// Where a synchronous check waits, and what can happen meanwhile.
package enum WaitingPlace: Sendable, Hashable {
  /// The main thread, outside any task: its run loop runs, and with it the main queue.
  case mainRunLoop
  /// Another thread: it blocks, and the main thread goes on by itself.
  case thread
  /// The main actor, inside a task: the main queue cannot run before the check returns.
  case mainActorBlocked
  /// A block of the main queue, on a thread that serves it: the same.
  case mainQueueBlocked

  /// The place of the caller.
  package static var current: WaitingPlace {
    let isInTask = withUnsafeCurrentTask { $0 != nil }
    if isInTask, MainQueue.isCurrent { return .mainActorBlocked }
    if Thread.isMainThread { return .mainRunLoop }
    return MainQueue.isCurrent ? .mainQueueBlocked : .thread
  }

  /// Why an object that is still alive at the deadline may not be leaked. What waits for a block of the main queue is told for itself,
  /// as it is of other queues: see ``OccupiedExecutor``.
  package var obstacle: String? {
    self == .mainActorBlocked
      ? occupantOfMain.map { "the main queue cannot run while \($0)" } : nil
  }

  /// What keeps the main queue from running before the check returns, and what to do about it, as a part of a sentence.
  package var occupantOfMain: String? {
    switch self {
    case .mainRunLoop, .thread: nil
    case .mainActorBlocked: "a synchronous test occupies the main actor: make the test async"
    case .mainQueueBlocked:
      "a synchronous check occupies it: make the check async, or make it outside that queue's blocks"
    }
  }

  /// Whether a check there blocks the main thread, instead of letting its run loop run; `nil` for another thread.
  var blocksMain: Bool? {
    switch self {
    case .mainRunLoop: false
    case .thread: nil
    case .mainActorBlocked, .mainQueueBlocked: true
    }
  }

  /// Waits for a signal, and lets the main run loop run meanwhile where that is the place.
  ///
  /// - Parameters:
  ///   - deadline: The longest time to wait; `nil` for any.
  ///   - probe: Hears of the wait, and of each turn of the main run loop.
  ///   - beginning: Is called before, with where the wait is on the stack if others run there meanwhile.
  /// - Returns: Whether the signal has come.
  @inline(never)
  @discardableResult
  package func wait(
    for semaphore: DispatchSemaphore, within deadline: Duration? = nil,
    probing probe: MainQueueProbe? = nil,
    beginning: (crt_call?) -> Void = { _ in }
  ) -> Bool {
    guard self == .mainRunLoop else {
      beginning(nil)
      let end = deadline.map { DispatchTime.now() + $0.dispatchInterval } ?? .distantFuture
      func block() -> Bool { semaphore.wait(timeout: end) == .success }
      return probe?.watching(block) ?? block()
    }
    beginning(crt_calling_function())
    func run() -> Bool {
      let clock = SuspendingClock()
      let end = deadline.map { clock.now + $0 }
      var pause = Duration.microseconds(50)
      while semaphore.wait(timeout: .now()) == .timedOut {
        let rest = end.map { $0 - clock.now } ?? pause
        if rest <= .zero { return false }
        Self.runMainRunLoop(for: min(pause, rest))
        probe?.noteTurn()
        pause = min(pause * 2, .milliseconds(10))
      }
      return true
    }
    return probe?.watching(run) ?? run()
  }

  /// Lets `pause` pass, or less when something happened.
  private static func runMainRunLoop(for pause: Duration) {
    let end = Date(timeIntervalSinceNow: pause / .seconds(1))
    // Without anything to run, the run loop returns at once.
    if !RunLoop.main.run(mode: .default, before: end) { Thread.sleep(until: end) }
  }
}

/// Tells whether code runs on the main queue, whichever thread serves it.
///
/// On Linux the main queue is served by a worker thread once the main thread has entered `dispatchMain`.
private enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
