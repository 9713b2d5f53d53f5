import LeakCatalogue

/// An actor stores a closure over its own state.
public enum ActorClosure: Case {
  public static let id = "concurrency/actor-closure"
  public static let question = "Can an actor leak like a class?"

  actor ImageCache {
    private var images: [String: [UInt8]] = [:]
    private var evict: (() -> Void)?

    func insert(_ image: [UInt8], for name: String) {
      images[name] = image
      if images.count > 100 { evict?() }
    }

    func evictEverything() {
      evict = {
        self.images.removeAll()
      }
    }

    func evictEverythingWeakly() {
      evict = { [weak self] in
        self?.assumeIsolated { $0.images.removeAll() }
      }
    }

    func evictNothing() {
      evict = nil
    }
  }

  public static var variants: [Variant] {
    [
      .leaking(
        "leaking",
        report: """
          ActorClosure.ImageCache leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

            ╭→ ActorClosure.ImageCache
            │    .evict
            │    closure #1 in ActorClosure.ImageCache.evictEverything()   ActorClosure.swift:18
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    captures ActorClosure.ImageCache (self) strongly
            ╰─ ActorClosure.ImageCache

            Try [weak self] in the closure at ActorClosure.swift:18. Write self?.assumeIsolated { … } around what it does: a weak self is not isolated to the actor.
            pattern stored-closure (swift run leakcases show closures/stored-closure)
            fingerprint 902e806e
          """,
        // Where the closure is, the source does not tell: it may be an approximate line.
        optimized: """
          ActorClosure.ImageCache leaked: 1 instance is kept alive by a retain cycle of 2 strong references.

            ╭→ ActorClosure.ImageCache
            │    .evict
            │    closure #1 in ActorClosure.ImageCache.evictEverything()   ActorClosure.swift:18
            │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
            │    captures ActorClosure.ImageCache (self) strongly
            ╰─ ActorClosure.ImageCache

            Try [weak self] in the closure at ActorClosure.swift:18.
            pattern stored-closure (swift run leakcases show closures/stored-closure)
            fingerprint 902e806e
          """
      ) {
        let cache = ImageCache()
        await cache.evictEverything()
        await cache.insert([1, 2, 3], for: "plum")
        return cache
      } sever: { cache in
        await cache.evictNothing()
      },

      .fixed("fixed") {
        let cache = ImageCache()
        await cache.evictEverythingWeakly()
        await cache.insert([1, 2, 3], for: "plum")
        return cache
      },
    ]
  }

  public static let why = """
    Isolation says who may touch the actor's state, not who owns the actor. A closure that the actor \
    stores and that uses the actor is the same cycle as in a class.
    """

  public static let fix = """
    Capture the actor weakly, and use it with `self?.assumeIsolated { … }`: a weak `self` is not isolated to the actor. That \
    ends the process if the closure is called from outside of the actor: where it may be, start a task in it instead.
    """

  public static let source: Source? = nil
}
