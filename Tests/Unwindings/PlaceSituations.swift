import CUnwindingScenes
import Foundation

extension Unwindings {
  /// Where a function may run that waits.
  static let places: [BlockedSituation] = [
    BlockedSituation("work on a queue", in: { DispatchQueue(label: "queue").async(execute: $0) }),
    BlockedSituation("work on a global queue", in: { DispatchQueue.global().async(execute: $0) }),
    BlockedSituation(
      "timer of a queue",
      in: { work in
        let timer = DispatchSource.makeTimerSource()
        timer.setEventHandler { work() }
        timer.schedule(deadline: .now())
        timer.activate()
        _ = Unmanaged.passRetained(timer as AnyObject)
      }),
    BlockedSituation("operation", in: { OperationQueue().addOperation($0) }),
    BlockedSituation("task", in: { work in Task.detached { work() } }),
    BlockedSituation(
      "task after a suspension",
      in: { work in
        Task.detached {
          await Task.yield()
          work()
          await Task.yield()
        }
      }),
    BlockedSituation("main thread", in: { work in work() }),
    BlockedSituation(
      "handler of a signal",
      in: { work in
        Thread.detachNewThread {
          Unwindings.handled = work
          uws_call_from_handler({ _ in Unwindings.handled() }, nil)
        }
      }),
    BlockedSituation(
      "block of the run loop",
      in: { work in
        Thread.detachNewThread {
          RunLoop.current.perform { work() }
          RunLoop.current.run(until: Date(timeIntervalSinceNow: 1000))
        }
      }),
  ]

  nonisolated(unsafe) private static var handled: () -> Void = {}
}
