import Synchronization

/// The lock of a ``VisibleMutex`` alone, for a class that keeps what it protects itself: without memory of its own.
@frozen @usableFromInline
package struct VisibleLock: ~Copyable, Sendable {
  @usableFromInline let mutex = Mutex(())
  @usableFromInline let turn = Atomic(false)

  @inlinable
  package init() {}

  /// Calls `body`, while nobody else has the lock.
  @inlinable @inline(__always)
  package borrowing func withLock<Result>(_ body: () -> Result) -> Result {
    nonisolated(unsafe) let body = body
    return mutex.withLock { _ -> sending Result in
      _ = turn.load(ordering: .acquiring)
      defer { turn.store(true, ordering: .releasing) }
      nonisolated(unsafe) let result = body()
      return result
    }
  }
}
