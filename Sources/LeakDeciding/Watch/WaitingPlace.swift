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

  /// The place of the caller.
  package static var current: WaitingPlace {
    let isInTask = withUnsafeCurrentTask { $0 != nil }
    if isInTask, MainQueue.isCurrent { return .mainActorBlocked }
    return Thread.isMainThread ? .mainRunLoop : .thread
  }

  /// Why an object that is still alive at the deadline may not be leaked.
  package var obstacle: String? {
    switch self {
    case .mainRunLoop, .thread: nil
    case .mainActorBlocked:
      "the main queue cannot run while a synchronous test occupies the main actor: make the test async"
    }
  }

  /// Lets `pause` pass, or less when something happened.
  package func wait(for pause: Duration) {
    let seconds = pause / .seconds(1)
    guard self == .mainRunLoop else { return Thread.sleep(forTimeInterval: seconds) }
    let end = Date(timeIntervalSinceNow: seconds)
    // Without anything to run, the run loop returns at once.
    if !RunLoop.main.run(mode: .default, before: end) { Thread.sleep(until: end) }
  }

  /// Waits for a signal, and lets the main run loop run meanwhile where that is the place.
  ///
  /// - Parameter beginning: Is called before, with where the wait is on the stack if others run there meanwhile.
  @inline(never)
  package func wait(for semaphore: DispatchSemaphore, beginning: (crt_call?) -> Void = { _ in }) {
    guard self == .mainRunLoop else {
      beginning(nil)
      return semaphore.wait()
    }
    beginning(crt_calling_function())
    var pause = Duration.microseconds(50)
    while semaphore.wait(timeout: .now()) == .timedOut {
      let end = Date(timeIntervalSinceNow: pause / .seconds(1))
      // Without anything to run, the run loop returns at once.
      if !RunLoop.main.run(mode: .default, before: end) { Thread.sleep(until: end) }
      pause = min(pause * 2, .milliseconds(10))
    }
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
