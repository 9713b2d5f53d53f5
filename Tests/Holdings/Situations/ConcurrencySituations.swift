import Foundation
import Synchronization

private enum Desk {
  nonisolated(unsafe) static var waiting: CheckedContinuation<Void, Never>?
  nonisolated(unsafe) static var failing: UnsafeContinuation<Int, any Error>?
  nonisolated(unsafe) static var task: Task<Void, Never>?
  nonisolated(unsafe) static var result: Task<Guest, Never>?
  nonisolated(unsafe) static var others: [CheckedContinuation<Void, Never>] = []
}

private enum Room {
  @TaskLocal static var guest: Guest?
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

  fileprivate func tick() async {
    while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(50)) }
    stay()
  }

  fileprivate func spin() async {
    while !Task.isCancelled { await Task.yield() }
    stay()
  }
}

private actor Kitchen {
  var orders = 0
  func cook(until isDone: DispatchSemaphore, started: DispatchSemaphore) {
    started.signal()
    Holdings.block(on: isDone)
  }
  func order(for guest: Guest) { orders += 1 }
}

extension Holdings {
  static let concurrency = [
    Situation("task that sleeps", .held("an unfinished Task that sleeps in")) { cut in
      let guest = Guest()
      cancel(Task { await guest.sleep() }, cut)
      return guest
    },
    Situation("detached task that sleeps", .held("an unfinished Task that sleeps in")) {
      cut in
      let guest = Guest()
      cancel(Task.detached { await guest.sleep() }, cut)
      return guest
    },
    Situation("task on the main actor", .held("an unfinished Task that sleeps in closure #1")) {
      cut in
      let guest = Guest()
      let task = Task { @MainActor in
        try? await Task.sleep(for: .seconds(60))
        guest.stay()
      }
      cancel(task, cut)
      return guest
    },
    Situation("task in a static variable", .held("an unfinished Task that sleeps in")) {
      cut in
      let guest = Guest()
      Desk.task = Task { await guest.sleep() }
      cut {
        Desk.task?.cancel()
        Desk.task = nil
      }
      return guest
    },
    Situation("result of a task in a static variable", .kept("static Desk.result")) { cut in
      let guest = Guest()
      Desk.result = Task { guest }
      _ = await Desk.result?.value
      cut { Desk.result = nil }
      return guest
    },
    Situation("task that awaits a stream", .held("an unfinished Task that waits for the next")) {
      cut in
      let guest = Guest()
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      Broadcast.stream = continuation
      Task { await guest.listen(to: stream) }
      cut { Broadcast.stream?.finish() }
      return guest
    },
    Situation("continuation that is not resumed", .held("an unfinished Task")) {
      cut in
      let guest = Guest()
      Task { await guest.waitForever() }
      cut { Desk.waiting?.resume() }
      return guest
    },
    Situation("failing continuation that is not resumed", .held("an unfinished Task")) {
      cut in
      let guest = Guest()
      Task {
        _ = try? await withUnsafeThrowingContinuation { Desk.failing = $0 }
        guest.stay()
      }
      cut { Desk.failing?.resume(throwing: CancellationError()) }
      return guest
    },
    Situation("value of another task", .held("an unfinished Task")) { cut in
      let guest = Guest()
      let other = Task<Void, Never> { await withCheckedContinuation { Desk.waiting = $0 } }
      Task {
        await other.value
        guest.stay()
      }
      cut { Desk.waiting?.resume() }
      return guest
    },
    Situation("task-local value", .held("a task-local value of an unfinished Task")) { cut in
      let guest = Guest()
      Room.$guest.withValue(guest) {
        cancel(Task { try? await Task.sleep(for: .seconds(60)) }, cut)
      }
      return guest
    },
    Situation("task that ticks", .held("an unfinished Task")) { cut in
      let guest = Guest()
      cancel(Task { await guest.tick() }, cut)
      return guest
    },
    Situation("task that yields", .held("an unfinished Task")) { cut in
      let guest = Guest()
      cancel(Task { await guest.spin() }, cut)
      return guest
    },
    Situation("handler of a cancellation", .held("an unfinished Task")) { cut in
      let guest = Guest()
      let task = Task {
        await withTaskCancellationHandler {
          _ = try? await Task.sleep(for: .seconds(60))
        } onCancel: {
          guest.stay()
        }
      }
      cancel(task, cut)
      return guest
    },
    Situation("task that waits for a busy actor", .held("an unfinished Task")) { cut in
      let guest = Guest()
      let kitchen = Kitchen()
      let (started, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      Task { await kitchen.cook(until: isDone, started: started) }
      block(on: started)
      Task { await kitchen.order(for: guest) }
      signal(isDone, cut)
      return guest
    },
    Situation("weak capture that became strong", .held("the variable guest of closure #1")) {
      cut in
      let guest = Guest()
      let (entered, entry) = AsyncStream<Void>.makeStream()
      let task = Task { @Sendable [weak guest] () -> Void in
        if let guest {
          entry.finish()
          try? await Task.sleep(for: .seconds(60))
          guest.stay()
        }
      }
      cancel(task, cut)
      for await _ in entered {}
      return guest
    },
  ]

  static let children = [
    Situation("child of a group", .held("an unfinished Task that sleeps in")) { cut in
      let guest = Guest()
      let task = Task {
        await withTaskGroup(of: Void.self) { group in group.addTask { await guest.sleep() } }
      }
      cancel(task, cut)
      return guest
    },
    Situation(
      "variable of a task that waits for a group", .held("an unfinished Task that waits for")
    ) { cut in
      let guest = Guest()
      let task = Task {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { try? await Task.sleep(for: .seconds(60)) }
          await group.waitForAll()
          guest.stay()
        }
      }
      cancel(task, cut)
      return guest
    },
    Situation("result that a group has not given out", .held("an unfinished Task")) { cut in
      let guest = Guest()
      let hidden = Hidden(guest)
      let (results, result) = AsyncStream<Void>.makeStream()
      let task = Task {
        await withTaskGroup(of: Guest?.self) { group in
          group.addTask {
            defer { result.finish() }
            return hidden.object
          }
          try? await Task.sleep(for: .seconds(60))
          await group.waitForAll()
        }
      }
      // A busy machine may take a while until the child has the guest.
      for await _ in results {}
      cancel(task, cut)
      return guest
    },
    Situation(
      "child that async let began", .held("an unfinished Task that waits for another task")
    ) {
      cut in
      let guest = Guest()
      let task = Task {
        async let stay: Void = guest.sleep()
        await stay
      }
      cancel(task, cut)
      return guest
    },
    Situation("child of a group that discards", .held("an unfinished Task that sleeps in")) {
      cut in
      let guest = Guest()
      let task = Task {
        await withDiscardingTaskGroup { group in group.addTask { await guest.sleep() } }
      }
      cancel(task, cut)
      return guest
    },
    Situation("child of a child", .held("an unfinished Task that sleeps in")) { cut in
      let guest = Guest()
      let task = Task {
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            await withTaskGroup(of: Void.self) { group in group.addTask { await guest.sleep() } }
          }
        }
      }
      cancel(task, cut)
      return guest
    },
  ]

  /// A task that ends when it is cancelled.
  static func cancel(_ task: Task<Void, Never>, _ cut: Cut) {
    let hidden = Hidden(unsafeBitCast(task, to: AnyObject.self))
    cut { unsafeBitCast(hidden.object, to: Task<Void, Never>.self).cancel() }
  }
}
