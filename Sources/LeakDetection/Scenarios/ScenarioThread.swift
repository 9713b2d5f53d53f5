import Foundation
import LeakDeciding

/// A thread with a run loop of its own, for one piece of work.
package enum ScenarioThread {
  /// Does `work` on a new thread and blocks until it is done. On the main thread, its run loop runs meanwhile.
  @available(*, noasync)
  package static func run(_ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    start {
      work()
    } whenDone: {
      done.signal()
    }
    WaitingPlace.current.wait(for: done)
  }

  /// Does `work` on a new thread and suspends until it is done.
  package static func run(
    isolation: isolated (any Actor)? = #isolation, _ work: @escaping @Sendable () -> Void
  ) async {
    await withCheckedContinuation { continuation in
      start {
        work()
      } whenDone: {
        continuation.resume()
      }
    }
  }

  private static func start(
    _ work: @escaping @Sendable () -> Void, whenDone: @escaping @Sendable () -> Void
  ) {
    let thread = Thread {
      work()
      whenDone()
    }
    thread.name = "leak-testing scenario"
    thread.start()
  }
}
