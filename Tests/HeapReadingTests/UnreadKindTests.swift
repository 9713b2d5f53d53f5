import Dispatch
import Foundation
import Synchronization
import Testing

/// What the reader does not understand: it says so, or the retain that it could not explain does.
struct UnreadKindTests {
  private func expect(
    unread: [String] = [], sourceLocation: SourceLocation = #_sourceLocation,
    wire: (Keeper) -> Void
  ) throws {
    let reading = try read(Keeper.self, wire: wire)
    expect(reading, unread: unread, sourceLocation: sourceLocation)
  }

  private func expect(
    _ reading: Reading, unread: [String], retains: ClosedRange<Int> = 2...2,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(reading.path == nil, sourceLocation: sourceLocation)
    #expect(reading.unread == unread, sourceLocation: sourceLocation)
    let accepted = retains.map { ["Keeper has \($0) retains, 1 were found"] }
    #expect(
      accepted.contains(reading.unexplained), "\(reading.unexplained)",
      sourceLocation: sourceLocation)
  }

  // MARK: - Dispatch

  @Test func dispatchSources() throws {
    try expect(unread: ["what Dispatch.DispatchSource keeps inside libdispatch"]) { keeper in
      let source = DispatchSource.makeTimerSource(queue: .global())
      source.setEventHandler { keeper.count += 1 }
      keeper.value = source
      keeper.undo = {
        source.setEventHandler(handler: nil)
        source.resume()
        source.cancel()
      }
    }
  }

  @Test func dispatchQueues() throws {
    try expect(unread: ["what Dispatch.DispatchQueue keeps inside libdispatch"]) { keeper in
      let queue = DispatchQueue(label: "queue")
      queue.suspend()
      queue.async { keeper.count += 1 }
      keeper.value = queue
      keeper.undo = { queue.resume() }
    }
  }

  @Test func dispatchGroups() throws {
    try expect(unread: ["what Dispatch.DispatchGroup keeps inside libdispatch"]) { keeper in
      let group = DispatchGroup()
      group.enter()
      group.notify(queue: .global()) { keeper.count += 1 }
      keeper.value = group
      keeper.undo = { group.leave() }
    }
  }

  // MARK: - Foundation

  @Test func notificationCenters() throws {
    try expect(
      unread: ["the field FoundationEssentials.NotificationCenter.registrar, of a noncopyable type"]
    ) { keeper in
      let center = NotificationCenter()
      let token = center.addObserver(
        forName: Notification.Name("name"), object: nil, queue: nil
      ) { _ in keeper.count += 1 }
      keeper.value = center
      keeper.undo = { center.removeObserver(token) }
    }
  }

  @Test func operationQueues() throws {
    try expect { keeper in
      let queue = OperationQueue()
      queue.isSuspended = true
      queue.addOperation { keeper.count += 1 }
      keeper.value = queue
      keeper.undo = { queue.isSuspended = false }
    }
  }

  @Test func attributedStrings() throws {
    try expect { keeper in
      keeper.value = NSAttributedString(
        string: "text", attributes: [NSAttributedString.Key("keeper"): keeper])
    }
  }

  // MARK: - Tasks

  @Test func unfinishedTasks() throws {
    try expect(unread: ["what an unfinished task holds"]) { keeper in
      keeper.task = Task {
        while !Task.isCancelled {
          keeper.count += 1
          try? await Task.sleep(for: .seconds(1000))
        }
      }
    }
    try expect(unread: ["what an unfinished task holds"]) { keeper in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      keeper.task = Task { for await number in stream { keeper.count = number } }
      keeper.undo = { continuation.finish() }
    }
    try expect(unread: ["what an unfinished task holds"]) { keeper in
      keeper.task = Task {
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            keeper.count += 1
            try? await Task.sleep(for: .seconds(1000))
          }
        }
      }
    }
  }

  @Test func parkedContinuations() async throws {
    // What a suspended task holds twice, the optimizer makes it hold once.
    let checked = try await read(Keeper.self) { keeper in
      await withCheckedContinuation { parked in
        keeper.task = Task {
          await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            keeper.value = continuation
            keeper.undo = { continuation.resume() }
            parked.resume()
          }
          keeper.count += 1
        }
      }
    }
    expect(
      checked, unread: ["the task behind a continuation", "what an unfinished task holds"],
      retains: 2...3)
    let unsafe = try await read(Keeper.self) { keeper in
      await withCheckedContinuation { parked in
        _ = Task {
          await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            keeper.value = continuation
            keeper.undo = { continuation.resume() }
            parked.resume()
          }
          keeper.count += 1
        }
      }
    }
    expect(unsafe, unread: ["the task behind a continuation"], retains: 2...3)
  }

  // MARK: - Noncopyable types

  @Test func noncopyableFields() throws {
    let mutex = try read(MutexOwner.self) { owner in
      owner.itself = owner
      owner.mutex.withLock { [held = Held(owner)] in $0 = held.owner }
    }
    #expect(
      mutex
        == Reading(
          path: "MutexOwner -.itself-> MutexOwner",
          unread: ["the field HeapReadingTests.MutexOwner.mutex, of a noncopyable type"],
          unexplained: ["MutexOwner has 3 retains, 2 were found"]))
    let fields = try read(UniqueOwner.self) { owner in
      owner.itself = owner
      owner.unique.owner = owner
      owner.optional = Unique(owner: owner)
    }
    #expect(
      fields
        == Reading(
          path: "UniqueOwner -.itself-> UniqueOwner",
          unread: [
            "the field HeapReadingTests.UniqueOwner.optional, of a noncopyable type",
            "the field HeapReadingTests.UniqueOwner.unique, of a noncopyable type",
          ],
          unexplained: ["UniqueOwner has 4 retains, 2 were found"]))
  }

  @Test func lazyAtomicReferences() throws {
    try expect(unread: ["the field HeapReadingTests.LazyCell.cell, of a noncopyable type"]) {
      keeper in
      let cell = LazyCell()
      _ = cell.cell.storeIfNil(keeper)
      keeper.value = cell
    }
  }

  // MARK: - Untyped memory

  @Test func managedBuffers() throws {
    try expect(unread: ["the elements of HeapReadingTests.KeeperBuffer"]) { keeper in
      let buffer = KeeperBuffer.create(minimumCapacity: 1) { _ in 1 }
      buffer.withUnsafeMutablePointerToElements { $0.initialize(to: keeper) }
      keeper.value = buffer
      keeper.undo = {
        buffer.withUnsafeMutablePointerToElements { $0.update(repeating: nil, count: 1) }
      }
    }
  }

  @Test func keyPathArguments() throws {
    try expect { keeper in keeper.value = \Keeper.[KeeperKey(keeper: keeper)] }
  }

  @Test func memoryOwnedByHand() throws {
    try expect { keeper in
      let pointer = UnsafeMutablePointer<Keeper>.allocate(capacity: 1)
      pointer.initialize(to: keeper)
      keeper.value = pointer
      keeper.undo = {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
      }
    }
    try expect { keeper in
      let retained = Unmanaged.passRetained(keeper)
      keeper.value = retained
      keeper.undo = { retained.release() }
    }
  }

  // MARK: - Captures

  @Test func capturedParameterPacks() throws {
    try expect(unread: ["captures of a closure, of a type that the runtime cannot name"]) {
      keeper in keeper.captureAll(1, keeper, "text")
    }
  }
}

// MARK: - Fixtures

final class Keeper: Fixture, @unchecked Sendable {
  var count = 0
  var value: Any?
  var task: Task<Void, Never>?
  var handler: (() -> Void)?
  /// Gives back what the test took.
  var undo: (() -> Void)?

  func sever() {
    undo?()
    task?.cancel()
    (undo, value, task, handler) = (nil, nil, nil, nil)
  }

  // The optimizer would specialize it, and its closure would no longer capture a pack.
  @_optimize(none)
  func captureAll<each Value>(_ values: repeat each Value) {
    let all = (repeat each values)
    handler = { use(all) }
  }

  subscript(key: KeeperKey) -> Int { 3 }
}

struct KeeperKey: Hashable {
  var keeper: Keeper
  static func == (left: KeeperKey, right: KeeperKey) -> Bool { left.keeper === right.keeper }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(keeper)) }
}

final class KeeperBuffer: ManagedBuffer<Int, Keeper?> {
  deinit { _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: 1) } }
}

final class MutexOwner: Fixture, @unchecked Sendable {
  var itself: MutexOwner?
  let mutex = Mutex<MutexOwner?>(nil)

  func sever() {
    mutex.withLock { $0 = nil }
    itself = nil
  }
}

struct Held: @unchecked Sendable {
  let owner: MutexOwner
  init(_ owner: MutexOwner) { self.owner = owner }
}

struct Unique: ~Copyable {
  var owner: UniqueOwner?
  deinit {}
}

final class UniqueOwner: Fixture {
  var unique = Unique()
  var optional: Unique?
  var itself: UniqueOwner?

  func sever() {
    unique.owner = nil
    optional = nil
    itself = nil
  }
}

final class LazyCell: Sendable {
  let cell = AtomicLazyReference<Keeper>()
}
