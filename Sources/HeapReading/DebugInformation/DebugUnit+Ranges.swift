extension DebugUnit {
  /// Whether `address` is in the code of `entry`; `nil` when that cannot be told.
  func contains(_ address: UInt64, inCodeOf entry: DebugEntry) -> Bool? {
    if let code = entry.code { return code.contains(address) }
    guard let list = entry.ranges else { return nil }
    return contains(address, inRangesAt: list)
  }

  /// DWARF 4, section 2.17.3, *Non-Contiguous Address Ranges*. The lists of DWARF 5 are not read.
  private func contains(_ address: UInt64, inRangesAt list: UInt64) -> Bool? {
    guard version < 5, addressSize == 8 else { return nil }
    var cursor = ByteCursor(sections.ranges, at: list)
    var base = base
    for _ in 0..<10_000 {
      let (start, end) = (cursor.number(ofSize: 8), cursor.number(ofSize: 8))
      if cursor.hasFailed { return nil }
      if start == 0, end == 0 { return false }
      if start == .max {
        base = end
      } else if base &+ start <= address, address < base &+ end {
        return true
      }
    }
    return nil
  }
}
