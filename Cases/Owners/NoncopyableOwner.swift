import LeakCatalogue

/// A noncopyable value that gives something back when it ends.
public enum NoncopyableOwner: Case {
  public static let id = "owners/noncopyable-owner"
  public static let question = "Can a value that has only one owner be part of a retain cycle?"

  /// The right to use a pool's connection; it ends with the value.
  struct Lease: ~Copyable {
    private let pool: Pool

    init(of pool: Pool) {
      self.pool = pool
      pool.leases += 1
    }

    deinit {
      pool.leases -= 1
    }
  }

  /// A lease that its pool alone keeps: it ends with the pool, and gives nothing back.
  struct UnownedLease: ~Copyable {
    private unowned let pool: Pool

    init(of pool: Pool) {
      self.pool = pool
      pool.leases += 1
    }
  }

  /// A lease that its pool alone keeps, and that would give itself back.
  struct ReturningLease: ~Copyable {
    private unowned let pool: Pool

    init(of pool: Pool) {
      self.pool = pool
      pool.leases += 1
    }

    deinit {
      pool.leases -= 1
    }
  }

  final class Pool {
    var leases = 0
    private var idle: Lease?
    private var ownIdle: UnownedLease?
    private var returning: ReturningLease?

    /// Keeps a lease for the next who asks.
    func prepare() {
      idle = Lease(of: self)
    }

    func prepareUnowned() {
      ownIdle = UnownedLease(of: self)
    }

    func prepareReturning() {
      returning = ReturningLease(of: self)
    }

    /// Lets go of it again.
    func drain() {
      idle = nil
    }

    /// Uses a lease, which ends with the call.
    func use() {
      let lease = Lease(of: self)
      _ = consume lease
    }
  }

  public static let variants: [Variant] = [
    .leaking(
      "stored",
      report: """
        NoncopyableOwner.Pool leaked: 1 instance is kept alive by a retain cycle of 1 strong reference.

          ╭→ NoncopyableOwner.Pool
          │    .idle.pool: NoncopyableOwner.Pool   NoncopyableOwner.swift:48
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          ╰─ NoncopyableOwner.Pool

          Try an optional weak var on pool in the value that NoncopyableOwner.Pool.idle stores: a struct's properties can be weak too. Or take the value out of NoncopyableOwner.Pool.idle when it is no longer needed.
          pattern reference-in-value (swift run leakcases show owners/reference-in-struct)
          fingerprint fae93d31
        """
    ) {
      let pool = Pool()
      pool.prepare()
      return pool
    } sever: { pool in
      pool.drain()
    },
    .crashing(
      "unowned-pool-in-deinit",
      message: "Attempted to read an unowned reference but object 0x… was already destroyed"
    ) {
      let pool = Pool()
      pool.prepareReturning()
    }.saying("deallocated", insteadOf: "destroyed"),
    .fixed("unowned-pool") {
      let pool = Pool()
      pool.prepareUnowned()
      return pool
    },
    .fixed("drained") {
      let pool = Pool()
      pool.prepare()
      pool.drain()
      return pool
    },
    .fixed("used-and-gone") {
      let pool = Pool()
      pool.use()
      return pool
    },
  ]

  public static let why = """
    That a value cannot be copied says who owns the value, not what the value owns. The lease has one owner, the pool, and has \
    a strong reference to the pool. Its `deinit`, which would give the lease back, runs when the pool is deallocated: never.
    """
  public static let fix = """
    An object should not store a value that refers back to it strongly. Use the value and let it go, or clear the property when \
    the work is done. If only the object that makes the value keeps it, the value may refer to it with `unowned`, but not use it \
    in its `deinit`: an unowned reference can no longer be read once its object's `deinit` has begun.
    """
  public static let source: Source? = nil
}
