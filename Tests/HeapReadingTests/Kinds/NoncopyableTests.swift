import Testing

/// References in values of noncopyable types, of which the runtime does not tell the type: a symbol does.
struct NoncopyableTests {
  @Test("kinds: noncopyable", arguments: kinds)
  func reads(_ kind: Kind) async throws { try await kind.check() }

  static let kinds: [Kind] = mutexes + fields

  private static let list =
    "Vault -.list._buffer._storage-> Swift._ContiguousArrayStorage<Swift.AnyObject> -[0]-> Vault"

  @KindList private static var mutexes: [Kind] {
    Kind("Mutex<T?>", in: MutexOwner.self, "MutexOwner -.mutex-> MutexOwner") { owner in
      owner.mutex.withLock { [held = Held(owner)] in $0 = held.owner }
    }
    Kind("Mutex of a weak reference", in: MutexOwner.self, twin: "MutexOwner -.mutex-> MutexOwner")
    { owner in
      owner.weak.withLock { [held = Held(owner)] in $0.owner = held.owner }
    } strong: { owner in
      owner.weak.withLock { [held = Held(owner)] in $0.owner = held.owner }
      owner.mutex.withLock { [held = Held(owner)] in $0 = held.owner }
    }
    Kind("Mutex<[T]>", in: Vault.self, list) { vault in
      let content = Content(vault: vault)
      vault.list.withLock { $0 = [content.vault] }
    }
    Kind("Mutex<[T]> of others", in: Vault.self, twin: list) { vault in
      vault.list.withLock { $0 = [Vault()] }
    } strong: { vault in
      let content = Content(vault: vault)
      vault.list.withLock { $0 = [content.vault] }
    }
    Kind("Mutex<(Int, T?)>", in: Vault.self, "Vault -.pair.1-> Vault") { vault in
      let content = Content(vault: vault)
      vault.pair.withLock { $0.1 = content.vault }
    }
    Kind("Mutex<(Int, T?)>, empty", in: Vault.self, twin: "Vault -.pair.1-> Vault") { vault in
      vault.pair.withLock { $0 = (1, nil) }
    } strong: { vault in
      let content = Content(vault: vault)
      vault.pair.withLock { $0 = (1, content.vault) }
    }
    // The bits of a reference that is there, in a number.
    Kind("Atomic<UInt> of an address", in: Vault.self, twin: "Vault -.pair.1-> Vault") { vault in
      vault.storeAddress()
    } strong: { vault in
      let content = Content(vault: vault)
      vault.pair.withLock { $0 = (1, content.vault) }
    }
  }

  @KindList private static var fields: [Kind] {
    Kind("a ~Copyable struct", in: UniqueOwner.self, "UniqueOwner -.unique.owner-> UniqueOwner") {
      $0.unique.owner = $0
    }
    Kind(
      "an optional ~Copyable struct", in: UniqueOwner.self,
      "UniqueOwner -.optional.owner-> UniqueOwner"
    ) { $0.optional = Unique(owner: $0) }
    Kind(
      "a ~Copyable struct of a weak reference", in: UniqueOwner.self,
      twin: "UniqueOwner -.unique.owner-> UniqueOwner"
    ) {
      $0.weak = WeakUnique(owner: $0)
    } strong: {
      $0.weak = WeakUnique(owner: $0)
      $0.unique.owner = $0
    }
    Kind(
      "InlineArray of a ~Copyable struct", in: UniqueOwner.self,
      "UniqueOwner -.array._storage.owner-> UniqueOwner"
    ) { $0.array[1].owner = $0 }
    Kind(
      "the payload of a ~Copyable enum", in: UniqueOwner.self,
      "UniqueOwner -.turn.own.owner-> UniqueOwner"
    ) { $0.turn = .own(Unique(owner: $0)) }
    Kind(
      "the payloads of a ~Copyable enum", in: UniqueOwner.self,
      "UniqueOwner -.turns.named.unique.owner-> UniqueOwner"
    ) { $0.turns = .named(UniqueNamed(unique: Unique(owner: $0), name: "a")) }
    Kind(
      "the empty case of a ~Copyable enum", in: UniqueOwner.self,
      twin: "UniqueOwner -.unique.owner-> UniqueOwner"
    ) {
      $0.turns = .named(UniqueNamed(unique: Unique(owner: $0), name: "a"))
      $0.turns = .none
    } strong: {
      $0.turns = .none
      $0.unique.owner = $0
    }
    Kind(
      "a captured ~Copyable struct", in: UniqueOwner.self,
      "UniqueOwner -.read()-> closure context -capture 0.owner-> UniqueOwner"
    ) { owner in
      let unique = Unique(owner: owner)
      owner.read = { unique.owner === nil }
    }
    Kind(
      "a captured ~Copyable variable", in: UniqueOwner.self,
      "UniqueOwner -.read()-> closure context -capture 0.owner-> UniqueOwner"
    ) { owner in
      var unique = Unique()
      unique.owner = owner
      owner.read = {
        unique.owner = unique.owner
        return true
      }
    }
    Kind("any P & ~Copyable", in: Vault.self, "Vault -.lock?-> Vault") {
      $0.lock = Lock(vault: $0)
    }
    Kind("any P & ~Copyable, empty", in: Vault.self, twin: "Vault -.lock?-> Vault") {
      $0.lock = Lock(vault: nil)
    } strong: {
      $0.lock = Lock(vault: $0)
    }
  }
}
