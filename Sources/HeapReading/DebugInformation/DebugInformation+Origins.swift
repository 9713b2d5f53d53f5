extension DebugInformation {
  /// The mangled name of the function that `entry` of `unit` describes, or refers to.
  func linkageName(of entry: DebugEntry, in unit: DebugUnit) -> String? {
    var entry = entry
    var unit = unit
    for _ in 0..<4 where entry.linkageName == nil {
      guard let origin = entry.origin,
        let home = unit.contains(origin) ? unit : self.unit(containing: origin),
        let next = home.entry(at: origin)
      else { return nil }
      (entry, unit) = (next, home)
    }
    return entry.linkageName.flatMap(unit.text)
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
