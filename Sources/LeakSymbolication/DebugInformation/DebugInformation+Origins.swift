extension DebugInformation {
  /// The mangled name of the function that `entry` of `unit` describes, or refers to.
  func linkageName(of entry: DebugEntry, in unit: DebugUnit) -> String? {
    let (entry, unit) = origin(of: entry, in: unit) { $0.linkageName != nil }
    return entry.linkageName.flatMap(unit.text)
  }

  /// The entry that has the name and the type of `entry` of `unit`, with its unit: that one itself, or one that it
  /// refers to.
  func declaration(
    of entry: DebugEntry, in unit: DebugUnit
  ) -> (entry: DebugEntry, unit: DebugUnit) {
    origin(of: entry, in: unit) { $0.name != nil || $0.type != nil }
  }

  /// The first entry that has what is asked for, of `entry` and those that it refers to; the last one if none has.
  private func origin(
    of entry: DebugEntry, in unit: DebugUnit, _ hasAll: (DebugEntry) -> Bool
  ) -> (entry: DebugEntry, unit: DebugUnit) {
    var (entry, unit) = (entry, unit)
    for _ in 0..<4 where !hasAll(entry) {
      guard let origin = entry.origin,
        let home = unit.contains(origin) ? unit : self.unit(containing: origin),
        let next = home.entry(at: origin)
      else { break }
      (entry, unit) = (next, home)
    }
    return (entry, unit)
  }

  /// The unit that the entry at `offset` is one of.
  ///
  /// - Complexity: O(*n*) in the number of units.
  func unit(containing offset: UInt64) -> DebugUnit? {
    var start: UInt64 = 0
    while start < offset {
      guard let end = DebugUnit.end(ofUnitAt: start, in: sections), end > start else { return nil }
      if end > offset { return DebugUnit(sections, at: start) }
      start = end
    }
    return nil
  }
}
