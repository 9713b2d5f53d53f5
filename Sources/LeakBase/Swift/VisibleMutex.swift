import Synchronization

/// A mutex whose order ThreadSanitizer sees.
///
/// The sanitizer does not see into the standard library, where a thread that has to wait for a `Mutex` on Linux takes
/// it: it would report what the mutex protects as races, in the processes of those who use the kit. The atomic here
/// tells it, in code that it sees, that one thread came after the other.
///
/// The value has memory of its own. In that of a `Mutex` it may not be handed on by the closure that is handed it, in Swift 6.2.
///
/// Inlinable, since a generic call in another module asks the runtime for the metadata of the types each time.
@frozen @usableFromInline
package struct VisibleMutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let mutex = Mutex(())
  @usableFromInline let turn = Atomic(false)
  @usableFromInline let value: UnsafeMutablePointer<Value>

  @inlinable
  package init(_ value: consuming sending Value) {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: Self.blockSize, alignment: MemoryLayout<Value>.alignment)
    // What somebody left behind the value would look like a reference to who searches the heap.
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.blockSize)
    self.value = memory.bindMemory(to: Value.self, capacity: 1)
    self.value.initialize(to: value)
  }

  /// As many bytes as a block of glibc's `malloc` has that the value is in.
  @inlinable
  static var blockSize: Int { max(24, (MemoryLayout<Value>.size + 7) & ~15 + 8) }

  @inlinable
  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Calls `body` with the value, which nobody else uses meanwhile.
  @inlinable
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    nonisolated(unsafe) let value = value
    nonisolated(unsafe) let body = body
    return try mutex.withLock { _ throws(Failure) -> sending Result in
      _ = turn.load(ordering: .acquiring)
      defer { turn.store(true, ordering: .releasing) }
      nonisolated(unsafe) let result = try body(&value.pointee)
      return result
    }
  }
}
