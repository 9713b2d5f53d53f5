import Synchronization

/// A mutex whose order ThreadSanitizer sees.
///
/// The sanitizer does not see into the standard library, where a thread that has to wait for a `Mutex` on Linux takes
/// it: it would report what the mutex protects as races, in the processes of those who use the kit. The atomic here
/// tells it, in code that it sees, that one thread came after the other.
///
/// Inlinable, since a generic call in another module asks the runtime for the metadata of the types each time.
@usableFromInline
package struct VisibleMutex<Value: ~Copyable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  @usableFromInline let turn = Atomic(false)

  @inlinable
  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Calls `body` with the value, which nobody else uses meanwhile.
  @inlinable
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { value throws(Failure) -> sending Result in
      _ = turn.load(ordering: .acquiring)
      defer { turn.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }
}
