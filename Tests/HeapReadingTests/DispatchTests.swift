import Dispatch
import Testing

/// References in the objects of libdispatch, which has no metadata: every word of its memory that looks like
/// a reference is marked `?`.
struct DispatchTests {
  // MARK: - Sources

  @Test(.withoutThreadSanitizer) func sources() throws {
    let path =
      "Dispatcher -.source-> Dispatch.DispatchSource -.__wrapped?-> memory -content?-> memory "
      + "-content?-> memory -content?-> block -content()*-> Dispatcher"
    try expectCycle(through: Dispatcher.self, path) { owner in
      owner.source = DispatchSource.makeTimerSource(queue: .global())
      owner.source?.setEventHandler { owner.count += 1 }
    }
    try expectCycle(through: Dispatcher.self, path) { owner in
      owner.source = DispatchSource.makeTimerSource(queue: .global())
      owner.source?.setCancelHandler { owner.count += 1 }
    }
    try expectCycle(through: Dispatcher.self, nil) { owner in
      owner.source = DispatchSource.makeTimerSource(queue: .global())
      owner.source?.setEventHandler { [weak owner] in owner?.count += 1 }
      owner.source?.setCancelHandler { [unowned owner] in owner.count += 1 }
    }
  }

  // MARK: - Queues

  @Test(.withoutThreadSanitizer) func queues() throws {
    try expectCycle(
      through: Dispatcher.self,
      "Dispatcher -.queue-> Dispatch.DispatchQueue -.__wrapped?-> memory -content?-> memory "
        + "-content?-> block -content()*-> Dispatcher"
    ) { owner in
      owner.queue.suspend()
      owner.isSuspended = true
      owner.queue.async { owner.count += 1 }
    }
    try expectCycle(through: Dispatcher.self, nil) { owner in
      owner.queue.suspend()
      owner.isSuspended = true
      owner.queue.async { [weak owner] in owner?.count += 1 }
    }
    try expectCycle(through: Dispatcher.self, nil) { owner in
      owner.queue.sync { owner.count += 1 }
    }
  }

  // MARK: - Groups

  @Test(.withoutThreadSanitizer) func groups() throws {
    try expectCycle(
      through: Dispatcher.self,
      "Dispatcher -.group-> Dispatch.DispatchGroup -.__wrapped?-> memory -content?-> memory "
        + "-content?-> block -content()*-> Dispatcher"
    ) { owner in
      owner.group.enter()
      owner.entered = 1
      owner.group.notify(queue: .global()) { owner.count += 1 }
    }
    try expectCycle(through: Dispatcher.self, nil) { owner in
      owner.group.enter()
      owner.entered = 1
      owner.group.notify(queue: .global()) { [weak owner] in owner?.count += 1 }
    }
    try expectCycle(through: Dispatcher.self, nil) { owner in
      owner.group.enter()
      owner.entered = 1
    }
  }
}

// MARK: - Fixtures

private final class Dispatcher: Fixture, @unchecked Sendable {
  var count = 0
  var source: (any DispatchSourceTimer)?
  var queue = DispatchQueue(label: "queue")
  var isSuspended = false
  var group = DispatchGroup()
  var entered = 0

  func sever() {
    source?.setEventHandler(handler: nil)
    source?.setCancelHandler(handler: nil)
    source?.resume()
    source?.cancel()
    source = nil
    if isSuspended { queue.resume() }
    for _ in 0..<entered { group.leave() }
  }
}
