extension DebugUnit {
  /// The address that `value` is or stands for (DWARF 5, section 7.27, *Address Table*); `nil` when it is none.
  func address(of value: DebugForm.Value) -> UInt64? {
    switch value {
    case .address(let address): return address
    case .addressIndex(let index):
      guard let base = root.unit.addresses else { return nil }
      let (distance, overflows) = index.multipliedReportingOverflow(by: UInt64(addressSize))
      var cursor = ByteCursor(sections.addresses, at: base)
      cursor.skip(overflows ? .max : distance)
      let address = cursor.number(ofSize: addressSize)
      return cursor.hasFailed ? nil : address
    case .number, .entry, .globalEntry, .string, .stringOffset, .stringIndex, .listIndex, .bytes,
      .other:
      return nil
    }
  }

  /// Where the code of `entry` begins and ends, in the file's own numbering, if it is in one piece (DWARF 5, section
  /// 2.17.2, *Contiguous Address Range*).
  func code(of entry: DebugEntry) -> Range<UInt64>? {
    guard let lowest = entry.lowest.flatMap(address), let highest = entry.highest
    else { return nil }
    var end = address(of: highest)
    if case .number(let length) = highest { end = lowest &+ length }
    guard let end, lowest < end else { return nil }
    return lowest..<end
  }

  /// What addresses in lists are counted from, if they do not say.
  var base: UInt64 { root.lowest.flatMap(address) ?? 0 }
}
