import Synchronization
import Testing

/// References in memory whose types the runtime cannot name: whatever looks like one is marked `?`.
struct UntypedMemoryTests {
  // MARK: - Noncopyable types

  @Test func mutexes() throws {
    try expectCycle(through: MutexOwner.self, "MutexOwner -.mutex?-> MutexOwner") { owner in
      owner.mutex.withLock { [held = Held(owner)] in $0 = held.owner }
    }
    try expectCycle(through: MutexOwner.self, nil) { owner in
      owner.weak.withLock { [held = Held(owner)] in $0.owner = held.owner }
    }
  }

  @Test func noncopyableFields() throws {
    try expectCycle(through: UniqueOwner.self, "UniqueOwner -.unique?-> UniqueOwner") { owner in
      owner.unique.owner = owner
    }
    try expectCycle(through: UniqueOwner.self, "UniqueOwner -.optional?-> UniqueOwner") { owner in
      owner.optional = Unique(owner: owner)
    }
    try expectCycle(through: UniqueOwner.self, nil) { owner in
      owner.weak = WeakUnique(owner: owner)
    }
  }

  @Test func lazyAtomicReferences() throws {
    try expectCycle(through: Keeper.self, "Keeper -.value-> LazyCell -.cell?-> Keeper") { keeper in
      let cell = LazyCell()
      _ = cell.cell.storeIfNil(keeper)
      keeper.value = cell
    }
    try expectCycle(through: Keeper.self, nil) { keeper in keeper.value = LazyCell() }
  }

  // MARK: - Elements

  @Test func managedBuffers() throws {
    try expectCycle(through: Keeper.self, "Keeper -.value-> KeeperBuffer -content?-> Keeper") {
      keeper in
      let buffer = KeeperBuffer.create(minimumCapacity: 1) { _ in 1 }
      buffer.withUnsafeMutablePointerToElements { $0.initialize(to: keeper) }
      keeper.value = buffer
    }
    try expectCycle(through: Keeper.self, nil) { keeper in
      let buffer = KeeperBuffer.create(minimumCapacity: 1) { _ in 1 }
      buffer.withUnsafeMutablePointerToElements { $0.initialize(to: nil) }
      keeper.value = buffer
    }
  }

  @Test func keyPathArguments() throws {
    try expectCycle(
      through: Keeper.self, "Keeper -.value-> Swift.KeyPath<Keeper, Swift.Int> -content?-> Keeper"
    ) { keeper in keeper.value = \Keeper.[KeeperKey(keeper: keeper)] }
    try expectCycle(through: Keeper.self, nil) { keeper in
      keeper.value = \Keeper.[WeakKeeperKey(keeper: keeper)]
    }
  }

  // MARK: - Captures

  @Test func capturedParameterPacks() throws {
    try expectCycle(
      through: Keeper.self, "Keeper -.handler()-> closure context -capture 0?-> Keeper"
    ) { keeper in keeper.captureAll(1, keeper, "text") }
    try expectCycle(through: Keeper.self, nil) { keeper in keeper.captureAll(1, 2.5, "text") }
  }

  // MARK: - Blocks

  @Test func typesWithABlockInside() throws {
    // The runtime of Linux crashes when it is to name such a type.
    try expectCycle(
      through: NestedBlockOwner.self,
      "NestedBlockOwner -.nested?-> block -content()*-> NestedBlockOwner"
    ) { owner in owner.nested = ({ owner.count += 1 }, 1) }
    try expectCycle(through: NestedBlockOwner.self, nil) { owner in
      owner.nested = ({ [weak owner] in owner?.count += 1 }, 1)
    }
  }
}

// MARK: - Fixtures

extension Keeper {
  // The optimizer would specialize it, and its closure would no longer capture a pack.
  @_optimize(none)
  fileprivate func captureAll<each Value>(_ values: repeat each Value) {
    let all = (repeat each values)
    handler = { use(all) }
  }

  fileprivate subscript(key: KeeperKey) -> Int { 3 }
  fileprivate subscript(key: WeakKeeperKey) -> Int { 3 }
}

private struct KeeperKey: Hashable {
  var keeper: Keeper
  static func == (left: KeeperKey, right: KeeperKey) -> Bool { left.keeper === right.keeper }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(keeper)) }
}

private struct WeakKeeperKey: Hashable {
  weak var keeper: Keeper?
  static func == (left: WeakKeeperKey, right: WeakKeeperKey) -> Bool {
    left.keeper === right.keeper
  }
  func hash(into hasher: inout Hasher) {}
}

final class KeeperBuffer: ManagedBuffer<Int, Keeper?> {
  deinit { _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: 1) } }
}

final class MutexOwner: Fixture, @unchecked Sendable {
  let mutex = Mutex<MutexOwner?>(nil)
  let weak = Mutex<WeakMutexOwner>(WeakMutexOwner())

  func sever() { mutex.withLock { $0 = nil } }
}

struct WeakMutexOwner: @unchecked Sendable {
  weak var owner: MutexOwner?
}

struct Held: @unchecked Sendable {
  let owner: MutexOwner
  init(_ owner: MutexOwner) { self.owner = owner }
}

struct Unique: ~Copyable {
  var owner: UniqueOwner?
  deinit {}
}

struct WeakUnique: ~Copyable {
  weak var owner: UniqueOwner?
  deinit {}
}

final class UniqueOwner: Fixture {
  var unique = Unique()
  var optional: Unique?
  var weak: WeakUnique?

  func sever() {
    unique.owner = nil
    optional = nil
    weak = nil
  }
}

final class LazyCell: Sendable {
  let cell = AtomicLazyReference<Keeper>()
}

/// Has blocks where the runtime cannot see them.
final class NestedBlockOwner: Fixture {
  var count = 0
  var nested: (BlockOwner.Block, Int)?

  func sever() { nested = nil }
}
