import Synchronization

final class Vault: Fixture, @unchecked Sendable {
  let list = Mutex<[Vault]>([])
  let pair = Mutex<(Int, Vault?)>((1, nil))
  let address = Atomic<UInt>(0)
  var lock: (any Lockable & ~Copyable)?

  func storeAddress() {
    address.store(
      UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()), ordering: .relaxed)
  }

  func sever() {
    list.withLock { $0 = [] }
    pair.withLock { $0.1 = nil }
    lock = nil
  }
}

struct Content: @unchecked Sendable {
  let vault: Vault
}

protocol Lockable: ~Copyable {
  var number: Int { get }
}

struct Lock: Lockable, ~Copyable {
  var number = 1
  var vault: Vault?
  deinit {}
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
  var turn: UniqueTurn = .none
  var turns: UniqueTurns = .none
  var read: (() -> Bool)?
  var array: InlineArray<2, Unique> = InlineArray { _ in Unique() }

  func sever() {
    unique.owner = nil
    optional = nil
    weak = nil
    turn = .none
    turns = .none
    read = nil
    array[1].owner = nil
  }
}

struct UniqueNamed: ~Copyable {
  var unique: Unique
  var name: String
}

enum UniqueTurn: ~Copyable {
  case none
  case own(Unique)
}

enum UniqueTurns: ~Copyable {
  case none
  case own(Unique)
  case named(UniqueNamed)
  case many([Vault])
}
