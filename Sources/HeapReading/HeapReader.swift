import HeapModel

/// Reads the strong references of live objects.
package final class HeapReader: Sendable {
  /// The reader of the process: layout plans are compiled once per type and kept.
  package static let shared = HeapReader()

  package init() {}

  /// The objects that `object` reaches by strong references, `object` itself first.
  ///
  /// Runs no code of the objects' types, retains nothing and writes nothing.
  ///
  /// - Throws: ``HeapReadingError`` when the heap cannot be read here at all.
  package func snapshot(from object: UnsafeRawPointer) throws(HeapReadingError) -> HeapSnapshot {
    throw HeapReadingError(reason: "not built yet")
  }

  /// The class instances that `value` refers to directly: itself, or through optionals, tuples, structs,
  /// enum payloads, arrays, dictionaries and sets. Closures and the toolchain's own storage are left out.
  package func instances<Value>(in value: borrowing Value) -> [UnsafeRawPointer] {
    []
  }
}

/// Why the heap cannot be read.
package struct HeapReadingError: Error, Sendable, Hashable {
  /// One sentence part: "the process has no …".
  package var reason: String

  package init(reason: String) {
    self.reason = reason
  }
}
