import Foundation

extension Holdings {
  static let foundation = [
    Situation("repeating timer") {
      let guest = Guest()
      onRunLoop { .init(timeInterval: 30, repeats: true) { _ in guest.stay() } }
      return guest
    },
    Situation("timer that fires once") {
      let guest = Guest()
      onRunLoop { .init(timeInterval: 60, repeats: false) { _ in guest.stay() } }
      return guest
    },
    Situation("observer of a notification") {
      let guest = Guest()
      let token = NotificationCenter.default.addObserver(
        forName: .init("arrival"), object: nil, queue: nil
      ) { _ in guest.stay() }
      Keeper.shared.kept.append(token)
      return guest
    },
    Situation("operation in a suspended queue") {
      let guest = Guest()
      let queue = OperationQueue()
      queue.isSuspended = true
      queue.addOperation { guest.stay() }
      Keeper.shared.kept.append(queue)
      return guest
    },
    Situation("operation that waits") {
      let guest = Guest()
      let queue = OperationQueue()
      let running = DispatchSemaphore(value: 0)
      let never = DispatchSemaphore(value: 0)
      queue.addOperation {
        running.signal()
        never.wait()
        guest.stay()
      }
      block(on: running)
      return guest
    },
  ]

  /// Adds a timer to the run loop of a thread that runs it.
  private static func onRunLoop(_ make: @escaping () -> Timer) {
    let isAdded = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var make: (() -> Timer)? = make
    Thread.detachNewThread {
      RunLoop.current.add(make!(), forMode: .default)
      make = nil
      // On Linux a run loop without a repeating timer ends.
      RunLoop.current.add(Timer(timeInterval: 3600, repeats: true) { _ in }, forMode: .default)
      isAdded.signal()
      RunLoop.current.run(until: Date(timeIntervalSinceNow: 3600))
    }
    block(on: isAdded)
  }
}
