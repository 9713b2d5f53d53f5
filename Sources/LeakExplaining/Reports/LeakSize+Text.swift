import LeakDeciding

extension LeakSize {
  /// The objects as a report counts them: `41 objects only it keeps alive, 12 KB`.
  func text(ofOne isOne: Bool) -> String {
    let size = bytes < 1024 ? "\(bytes) bytes" : "\((bytes + 512) / 1024) KB"
    // Of what the allocator has not allocated it tells no size.
    return "\(counted(count, "object")) only \(isOne ? "it keeps" : "they keep") alive"
      + (bytes > 0 ? ", \(size)" : "")
  }
}
