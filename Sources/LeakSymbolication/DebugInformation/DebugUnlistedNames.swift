/// The names of functions and variables in units that no table of names is of: the compiler of C writes none.
final class DebugUnlistedNames {
  private struct Name: Hashable {
    var name: String
    var tag: UInt64
  }

  private let sections: DebugSections
  private let listed: DebugNames
  private lazy var places = readPlaces { _ in true }
  private lazy var placesInSwift = readPlaces { $0.root.unit.mayBeSwift }

  /// How many units and entries are read.
  private static let limit = 100_000

  init(_ sections: DebugSections, except listed: DebugNames) {
    self.sections = sections
    self.listed = listed
  }

  /// The places of the entries with `tag` of `name`, in their order.
  ///
  /// - Complexity: O(1); the first time, O(*n*) in the number of entries in those units.
  func places(of name: String, tag: UInt64?) -> [DebugNames.Place] {
    guard let tag else { return [] }
    let name = Name(name: name, tag: tag)
    // Most names that no table has are Swift's, of what was left out. No unit of C has them.
    return (name.name.hasPrefix("$s") ? placesInSwift[name] : places[name]) ?? []
  }

  private func readPlaces(where isRead: (DebugUnit) -> Bool) -> [Name: [DebugNames.Place]] {
    let known = listed.units
    var result: [Name: [DebugNames.Place]] = [:]
    var remaining = Self.limit
    var start: UInt64 = 0
    while let end = DebugUnit.end(ofUnitAt: start, in: sections), end > start, remaining > 0 {
      remaining -= 1
      if !known.contains(start), let unit = DebugUnit(sections, at: start), isRead(unit) {
        add(unit, to: &result, &remaining)
      }
      start = end
    }
    return result
  }

  private func add(
    _ unit: DebugUnit, to result: inout [Name: [DebugNames.Place]], _ remaining: inout Int
  ) {
    var count = 0
    _ = unit.forEachEntry(inside: unit.root.offset, limit: remaining) { entry, _ in
      count += 1
      guard isDefinition(entry), let name = name(of: entry, in: unit) else { return }
      result[Name(name: name, tag: entry.tag), default: []].append(
        DebugNames.Place(unit: unit.start, entry: entry.offset - unit.start))
    }
    remaining -= count
  }

  /// The name that the linker knows, of `entry` or of the entry that it refers to.
  private func name(of entry: DebugEntry, in unit: DebugUnit) -> String? {
    var entry = entry
    if entry.name == nil, let origin = entry.origin.flatMap(unit.entry(at:)) { entry = origin }
    return (entry.linkageName ?? entry.name).flatMap(unit.text)
  }

  /// Whether `entry` is that of a function with code, or of a variable that is always at one place.
  private func isDefinition(_ entry: DebugEntry) -> Bool {
    if entry.tag == DebugEntry.Tag.function { return entry.lowest != nil || entry.ranges != nil }
    guard entry.tag == DebugEntry.Tag.variable, case .bytes(let location)? = entry.location,
      location.count > 1
    else { return false }
    // `DW_OP_addr`, `DW_OP_addrx`, and the constant before `DW_OP_form_tls_address`.
    return [0x03, 0xa1, 0x0c, 0x0e].contains(location.start.byte())
  }
}
