extension DebugUnit {
  /// Whether `address` is in the code of `entry`; `nil` when that cannot be told.
  func contains(_ address: UInt64, inCodeOf entry: DebugEntry) -> Bool? {
    if let code = code(of: entry) { return code.contains(address) }
    guard let pieces = entry.ranges.flatMap({ pieces(of: $0, .ranges) }) else { return nil }
    return pieces.contains { $0.addresses?.contains(address) == true }
  }
}
