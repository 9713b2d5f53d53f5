import LeakBase

/// Addresses that may be no object's, or no longer.
extension HeapReader {
  /// Whether a live object is at an address that may be no object's, or no longer. Where nothing can be read, none is known to be.
  package func isObject(at address: UInt) -> Bool {
    withCompiler { compiler in
      let walk = HeapWalk(compiler: compiler)
      defer { walk.deallocate() }
      return walk.isHeapObject(Address(address))
    } ?? false
  }

  /// A snapshot from an address that may be no object's.
  package func snapshot(
    fromCandidate pointer: UnsafeRawPointer
  ) throws(HeapReadingError) -> HeapSnapshot {
    guard isObject(at: UInt(bitPattern: pointer)) else {
      throw HeapReadingError(reason: "there is no object at the address")
    }
    return try snapshot(from: pointer)
  }
}
