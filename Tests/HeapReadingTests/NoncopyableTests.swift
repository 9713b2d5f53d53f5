import Synchronization
import Testing

/// References in values of noncopyable types, whose layout the runtime does not tell: what looks like a
/// reference is marked `?`.
struct NoncopyableTests {
  @Test func mutexesAroundCollections() throws {
    try expectCycle(
      through: Vault.self,
      "Vault -.list?-> Swift._ContiguousArrayStorage<Swift.AnyObject> -[0]-> Vault"
    ) { vault in
      let content = Content(vault: vault)
      vault.list.withLock { $0 = [content.vault] }
    }
    try expectCycle(through: Vault.self, nil) { vault in vault.list.withLock { $0 = [Vault()] } }
  }

  @Test func mutexesAroundTuples() throws {
    try expectCycle(through: Vault.self, "Vault -.pair?-> Vault") { vault in
      let content = Content(vault: vault)
      vault.pair.withLock { $0.1 = content.vault }
    }
    try expectCycle(through: Vault.self, nil) { vault in vault.pair.withLock { $0 = (1, nil) } }
  }

  @Test func existentials() throws {
    try expectCycle(through: Vault.self, "Vault -.lock?-> Vault") { $0.lock = Lock(vault: $0) }
    try expectCycle(through: Vault.self, nil) { $0.lock = Lock(vault: nil) }
  }
}

// MARK: - Fixtures

final class Vault: Fixture, @unchecked Sendable {
  let list = Mutex<[Vault]>([])
  let pair = Mutex<(Int, Vault?)>((1, nil))
  var lock: (any Lockable & ~Copyable)?

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
