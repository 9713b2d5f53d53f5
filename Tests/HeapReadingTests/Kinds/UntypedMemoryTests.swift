import Synchronization
import Testing

/// References in memory whose types the runtime cannot name: whatever looks like one is marked `?`.
struct UntypedMemoryTests {
  @Test("kinds: untyped memory", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  private static let pack = "Keeper -.handler()-> closure context -capture 0?-> Keeper"
  private static let buffer = "Keeper -.value-> KeeperBuffer -content?-> Keeper"
  private static let handles = "Keeper -.value-> KeeperHandles -content?-> Keeper"
  private static let storage = "Keeper -.value-> KeeperStorage -content?-> Keeper"
  private static let cell = "Keeper -.value-> LazyCell -.cell-> Keeper"
  private static let keyPath =
    "Keeper -.value-> Swift.KeyPath<Keeper, Swift.Int> -content?-> Keeper"

  @KindList static var kinds: [Kind] {
    Kind("AtomicLazyReference", in: Keeper.self, cell) { keeper in
      let cell = LazyCell()
      _ = cell.cell.storeIfNil(keeper)
      keeper.value = cell
    }
    Kind("AtomicLazyReference, empty", in: Keeper.self, twin: cell) { keeper in
      keeper.value = LazyCell()
    } strong: { keeper in
      let cell = LazyCell()
      _ = cell.cell.storeIfNil(keeper)
      keeper.value = cell
    }
    Kind("ManagedBuffer's elements", in: Keeper.self, buffer) { keeper in
      keeper.value = KeeperBuffer.make(keeper)
    }
    Kind("ManagedBuffer of nothing", in: Keeper.self, twin: buffer) { keeper in
      keeper.value = KeeperBuffer.make(nil)
    } strong: { keeper in
      keeper.value = KeeperBuffer.make(keeper)
    }
    Kind("ManagedBuffer's unmanaged elements", in: Keeper.self, handles) { keeper in
      keeper.value = KeeperHandles.make(keeper)
    }
    Kind("ManagedBuffer of no unmanaged elements", in: Keeper.self, twin: handles) { keeper in
      keeper.value = KeeperHandles.make(nil)
    } strong: { keeper in
      keeper.value = KeeperHandles.make(keeper)
    }
    Kind("ManagedBufferPointer's elements", in: Keeper.self, storage) { keeper in
      keeper.value = KeeperStorage.make(keeper)
    }
    Kind("ManagedBufferPointer of nothing", in: Keeper.self, twin: storage) { keeper in
      keeper.value = KeeperStorage.make(nil)
    } strong: { keeper in
      keeper.value = KeeperStorage.make(keeper)
    }
    Kind("a key path's argument", in: Keeper.self, keyPath) { keeper in
      keeper.value = \Keeper.[KeeperKey(keeper: keeper)]
    }
    Kind("a key path's argument, weak", in: Keeper.self, twin: keyPath) { keeper in
      keeper.value = \Keeper.[WeakKeeperKey(keeper: keeper)]
    } strong: { keeper in
      keeper.value = \Keeper.[KeeperKey(keeper: keeper)]
    }
    Kind("a captured parameter pack", in: Keeper.self, pack) { keeper in
      keeper.captureAll(1, keeper, "text")
    }
    Kind("a captured parameter pack without references", in: Keeper.self, twin: pack) { keeper in
      keeper.captureAll(1, 2.5, "text")
    } strong: { keeper in
      keeper.captureAll(1, 2.5, keeper)
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
  static func make(_ keeper: Keeper?) -> AnyObject {
    let buffer = create(minimumCapacity: 1) { _ in 1 }
    buffer.withUnsafeMutablePointerToElements { $0.initialize(to: keeper) }
    return buffer
  }
  deinit { _ = withUnsafeMutablePointerToElements { $0.deinitialize(count: 1) } }
}

final class KeeperHandles: ManagedBuffer<Int, Unmanaged<Keeper>?> {
  static func make(_ keeper: Keeper?) -> AnyObject {
    let buffer = create(minimumCapacity: 1) { _ in 1 }
    buffer.withUnsafeMutablePointerToElements {
      $0.initialize(to: keeper.map { Unmanaged.passRetained($0) })
    }
    return buffer
  }
  deinit { withUnsafeMutablePointerToElements { $0.pointee?.release() } }
}

/// It has no properties: what lies behind its objects no type tells.
final class KeeperStorage {
  static func make(_ keeper: Keeper?) -> AnyObject {
    let buffer = ManagedBufferPointer<Int, Keeper?>(bufferClass: Self.self, minimumCapacity: 4) {
      _, _ in 4
    }
    buffer.withUnsafeMutablePointerToElements { $0.initialize(repeating: keeper, count: 4) }
    return buffer.buffer
  }
  deinit {
    let buffer = ManagedBufferPointer<Int, Keeper?>(unsafeBufferObject: self)
    _ = buffer.withUnsafeMutablePointers { $1.deinitialize(count: $0.pointee) }
  }
}

final class LazyCell: Sendable {
  let cell = AtomicLazyReference<Keeper>()
}
