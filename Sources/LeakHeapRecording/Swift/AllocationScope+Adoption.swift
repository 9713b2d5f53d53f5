import CLeakHeapRecording

extension AllocationScope {
  /// Owns `objects` as well, which are alive and were allocated before it was opened: those of the types that are
  /// recorded. Where they were allocated is not known.
  package func adopt(_ objects: [(address: UInt, size: Int)]) {
    run {
      for object in objects {
        if let pointer = UnsafeMutableRawPointer(bitPattern: object.address) {
          crt_record_existing(pointer, object.size)
        }
      }
    }
  }
}
