import CLeakHeapRecording

extension AllocationScope {
  /// Owns `objects` as well, which are alive and were allocated before it was opened: those of the types that are
  /// recorded. Where they were allocated is not known.
  package func adopt(_ objects: [(address: UInt, size: Int)]) {
    run {
      for object in objects { Self.record(object.address, object.size) }
    }
  }

  /// Closes the scope, and leaves what it has recorded to the one in whose name this is called, if there is one: nobody has judged it.
  /// Where it was allocated is not known then.
  package func leaveToScopeAround() {
    defer { close() }
    if CurrentScope.number == 0 { return }
    for object in survivors() { Self.record(object.witness.address, object.size) }
  }

  /// Records an object that is there, in the name of the current scope.
  private static func record(_ address: UInt, _ size: Int) {
    guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { return }
    crt_record_existing(pointer, size)
  }
}
