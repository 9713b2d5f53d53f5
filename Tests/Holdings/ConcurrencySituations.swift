import Foundation
import Synchronization

private enum Desk {
  nonisolated(unsafe) static var stream: AsyncStream<Int>.Continuation?
  nonisolated(unsafe) static var waiting: CheckedContinuation<Void, Never>?
  nonisolated(unsafe) static var task: Task<Void, Never>?
}

extension Guest {
  fileprivate func sleep() async {
    try? await Task.sleep(for: .seconds(60))
    stay()
  }

  fileprivate func listen(to stream: AsyncStream<Int>) async {
    for await _ in stream { stay() }
  }

  fileprivate func waitForever() async {
    await withCheckedContinuation { Desk.waiting = $0 }
    stay()
  }
}

extension Holdings {
  static let concurrency = [
    Situation("task that sleeps") {
      let guest = Guest()
      Task { await guest.sleep() }
      return guest
    },
    Situation("detached task that sleeps") {
      let guest = Guest()
      Task.detached { await guest.sleep() }
      return guest
    },
    Situation("task in a static variable") {
      let guest = Guest()
      Desk.task = Task { await guest.sleep() }
      return guest
    },
    Situation("task that awaits a stream") {
      let guest = Guest()
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      Desk.stream = continuation
      Task { await guest.listen(to: stream) }
      return guest
    },
    Situation("continuation that is not resumed") {
      let guest = Guest()
      Task { await guest.waitForever() }
      return guest
    },
    Situation("task-local value") {
      let guest = Guest()
      Room.$guest.withValue(guest) {
        _ = Task { try? await Task.sleep(for: .seconds(60)) }
      }
      return guest
    },
  ]
}

private enum Room {
  @TaskLocal static var guest: Guest?
}
