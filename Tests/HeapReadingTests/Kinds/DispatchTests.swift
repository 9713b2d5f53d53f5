import Dispatch
import Foundation
import Testing

/// References in the objects of libdispatch, which has no metadata: every word of its memory that looks like
/// a reference is marked `?`.
struct DispatchTests {
  @Test("kinds: dispatch", .withoutThreadSanitizer, arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  static let kinds: [Kind] = sources + queues + groups + workItems + fileHandles

  private static let source =
    "Dispatcher -.source-> Dispatch.DispatchSource -.__wrapped?-> memory -content?-> memory "
    + "-content?-> memory -content?-> block -content()*-> Dispatcher"

  @KindList private static var sources: [Kind] {
    Kind("DispatchSource's event handler", in: Dispatcher.self, source) { owner in
      owner.source = DispatchSource.makeTimerSource(queue: .global())
      owner.source?.setEventHandler { owner.count += 1 }
    }
    Kind("DispatchSource's cancel handler", in: Dispatcher.self, source) { owner in
      owner.source = DispatchSource.makeTimerSource(queue: .global())
      owner.source?.setCancelHandler { owner.count += 1 }
    }
    Kind("DispatchSource's handlers, [weak] and [unowned]", in: Dispatcher.self, twin: source) {
      owner in
      owner.source = DispatchSource.makeTimerSource(queue: .global())
      owner.source?.setEventHandler { [weak owner] in owner?.count += 1 }
      owner.source?.setCancelHandler { [unowned owner] in owner.count += 1 }
    } strong: { owner in
      owner.source = DispatchSource.makeTimerSource(queue: .global())
      owner.source?.setEventHandler { [owner] in owner.count += 1 }
    }
    Kind("DispatchSource, armed", in: Dispatcher.self, source) { owner in
      owner.arm { owner.count += 1 }
    }
    Kind("DispatchSource, armed, [weak]", in: Dispatcher.self, twin: source) { owner in
      owner.arm { [weak owner] in owner?.count += 1 }
    } strong: { owner in
      owner.arm { [owner] in owner.count += 1 }
    }
  }

  private static let queue =
    "Dispatcher -.queue-> Dispatch.DispatchQueue -.__wrapped?-> memory -content?-> memory "
    + "-content?-> block -content()*-> Dispatcher"

  @KindList private static var queues: [Kind] {
    Kind("DispatchQueue with a pending block", in: Dispatcher.self, queue) { owner in
      owner.suspendQueue()
      owner.queue.async { owner.count += 1 }
    }
    Kind("DispatchQueue with a pending block, [weak]", in: Dispatcher.self, twin: queue) { owner in
      owner.suspendQueue()
      owner.queue.async { [weak owner] in owner?.count += 1 }
    } strong: { owner in
      owner.suspendQueue()
      owner.queue.async { [owner] in owner.count += 1 }
    }
    Kind("DispatchQueue, idle", in: Dispatcher.self, twin: queue) { owner in
      owner.queue.sync { owner.count += 1 }
    } strong: { owner in
      owner.queue.sync { owner.count += 1 }
      owner.suspendQueue()
      owner.queue.async { [owner] in owner.count += 1 }
    }
  }

  private static let group =
    "Dispatcher -.group-> Dispatch.DispatchGroup -.__wrapped?-> memory -content?-> memory "
    + "-content?-> block -content()*-> Dispatcher"

  @KindList private static var groups: [Kind] {
    Kind("DispatchGroup.notify", in: Dispatcher.self, group) { owner in
      owner.enterGroup()
      owner.group.notify(queue: .global()) { owner.count += 1 }
    }
    Kind("DispatchGroup.notify, [weak]", in: Dispatcher.self, twin: group) { owner in
      owner.enterGroup()
      owner.group.notify(queue: .global()) { [weak owner] in owner?.count += 1 }
    } strong: { owner in
      owner.enterGroup()
      owner.group.notify(queue: .global()) { [owner] in owner.count += 1 }
    }
    Kind("DispatchGroup, entered", in: Dispatcher.self, twin: group) { owner in
      owner.enterGroup()
    } strong: { owner in
      owner.enterGroup()
      owner.group.notify(queue: .global()) { owner.count += 1 }
    }
  }

  private static let item =
    "Dispatcher -.item-> Dispatch.DispatchWorkItem -._block-> block -content?-> memory "
    + "-content?-> memory -content?-> block -content()*-> Dispatcher"

  @KindList private static var workItems: [Kind] {
    Kind("DispatchWorkItem.notify", in: Dispatcher.self, item) { owner in
      owner.item = DispatchWorkItem {}
      owner.item?.notify(queue: .global()) { owner.count += 1 }
    }
    Kind("DispatchWorkItem.notify, [weak]", in: Dispatcher.self, twin: item) { owner in
      owner.item = DispatchWorkItem {}
      owner.item?.notify(queue: .global()) { [weak owner] in owner?.count += 1 }
    } strong: { owner in
      owner.item = DispatchWorkItem {}
      owner.item?.notify(queue: .global()) { [owner] in owner.count += 1 }
    }
  }

  private static let readability =
    "Client -.object-> Foundation.Pipe -.fileHandleForReading-> "
    + "Foundation.FileHandle -._readabilityHandler()-> Client"
  // A FileHandle calls it from a DispatchSource.
  @KindList private static var fileHandles: [Kind] {
    Kind("FileHandle.readabilityHandler", in: Client.self, readability) { client in
      let pipe = Pipe()
      pipe.fileHandleForReading.readabilityHandler = { _ in client.count += 1 }
      client.object = pipe
    }
    Kind("FileHandle.readabilityHandler, [weak]", in: Client.self, twin: readability) { client in
      let pipe = Pipe()
      pipe.fileHandleForReading.readabilityHandler = { [weak client] _ in client?.count += 1 }
      client.object = pipe
    } strong: { client in
      let pipe = Pipe()
      pipe.fileHandleForReading.readabilityHandler = { [client] _ in client.count += 1 }
      client.object = pipe
    }
  }
}

// MARK: - Fixtures

private final class Dispatcher: Fixture, @unchecked Sendable {
  var count = 0
  var source: (any DispatchSourceTimer)?
  var isArmed = false
  var queue = DispatchQueue(label: "queue")
  var isSuspended = false
  var group = DispatchGroup()
  var entered = 0
  var item: DispatchWorkItem?

  func arm(_ handler: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: .global())
    source?.setEventHandler(handler: handler)
    source?.schedule(deadline: .distantFuture)
    source?.activate()
    isArmed = true
  }
  func suspendQueue() {
    queue.suspend()
    isSuspended = true
  }
  func enterGroup() {
    group.enter()
    entered = 1
  }

  func sever() {
    source?.setEventHandler(handler: nil)
    source?.setCancelHandler(handler: nil)
    if !isArmed { source?.resume() }
    source?.cancel()
    source = nil
    item?.perform()
    item = nil
    if isSuspended { queue.resume() }
    for _ in 0..<entered { group.leave() }
  }
}
