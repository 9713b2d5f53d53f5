/// One compilation unit of the debug information: a source file, or a whole module.
struct DebugUnit {
  /// What the entries with one code have in common.
  private struct Abbreviation {
    var tag: UInt64
    var hasChildren: Bool
    /// Where its attributes begin in the abbreviations.
    var attributes: UInt64
  }

  let start: UInt64
  let offsetSize: Int
  let sections: DebugSections
  private let end: UInt64
  let addressSize: Int
  private let abbreviations: [UInt64: Abbreviation]
  /// The entry of the unit itself.
  private(set) var root = DebugEntry()
  let version: UInt16

  /// Reads the header of the unit at `start` (DWARF 5, section 7.5.1, *Unit Headers*).
  init?(_ sections: DebugSections, at start: UInt64) {
    var cursor = ByteCursor(sections.information, at: start)
    let length: UInt64
    (length, offsetSize) = cursor.initialLength()
    let content = UInt64(cursor.position)
    version = cursor.uint16()
    guard (4...5).contains(version), length <= UInt64(sections.information.count) else {
      return nil
    }
    var kind: UInt8 = 1
    var addressSize: UInt8 = 0
    if version >= 5 {
      kind = cursor.byte()
      addressSize = cursor.byte()
    }
    let abbreviations = cursor.number(ofSize: offsetSize)
    if version < 5 { addressSize = cursor.byte() }
    // Compilation units and partial ones.
    guard !cursor.hasFailed, kind == 1 || kind == 3 else { return nil }
    self.sections = sections
    self.start = start
    self.addressSize = Int(addressSize)
    end = content + length
    self.abbreviations = Self.abbreviations(sections, at: abbreviations)
    guard let root = entry(at: UInt64(cursor.position)) else { return nil }
    self.root = root
  }

  /// Where the unit's lines begin.
  var lines: UInt64? { root.unit.lines }

  /// Whether its functions were optimised.
  var isOptimized: Bool { root.isOptimized }

  /// Where the unit at `start` ends.
  static func end(ofUnitAt start: UInt64, in sections: DebugSections) -> UInt64? {
    var cursor = ByteCursor(sections.information, at: start)
    let length = cursor.initialLength().length
    return cursor.hasFailed || length > UInt64(sections.information.count)
      ? nil : UInt64(cursor.position) + length
  }

  private static func abbreviations(
    _ sections: DebugSections, at offset: UInt64
  ) -> [UInt64: Abbreviation] {
    var result: [UInt64: Abbreviation] = [:]
    var cursor = ByteCursor(sections.abbreviations, at: offset)
    while !cursor.hasFailed, result.count < 10_000 {
      let code = cursor.variableNumber()
      if code == 0 { break }
      let tag = cursor.variableNumber()
      let hasChildren = cursor.byte() != 0
      result[code] = Abbreviation(
        tag: tag, hasChildren: hasChildren, attributes: UInt64(cursor.position))
      while nextAttribute(&cursor) != nil {}
    }
    return result
  }

  private static func nextAttribute(
    _ cursor: inout ByteCursor
  ) -> (attribute: UInt64, form: DebugForm)? {
    let attribute = cursor.variableNumber()
    let form = cursor.variableNumber()
    // The form *implicit constant* has its value beside it.
    let constant = form == 0x21 ? cursor.variableNumber() : 0
    if cursor.hasFailed || (attribute == 0 && form == 0) { return nil }
    return (attribute, DebugForm(form, constant: constant))
  }

  /// The entry at `offset` of the debug information.
  func entry(at offset: UInt64) -> DebugEntry? {
    guard contains(offset) else { return nil }
    var cursor = ByteCursor(sections.information, at: offset)
    return abbreviations[cursor.variableNumber()].flatMap { entry($0, at: offset, &cursor) }
  }

  /// Whether the entry at `offset` would be one of this unit's.
  func contains(_ offset: UInt64) -> Bool { offset > start && offset < end }

  /// Calls `body` with the entries inside the one at `offset`, in their order, and how deep they are in it, counted
  /// from 1.
  ///
  /// - Returns: whether these are all.
  /// - Complexity: O(*n*) in the number of those entries, of which no more than `limit` are read.
  func forEachEntry(
    inside offset: UInt64, limit: Int = 10_000, _ body: (DebugEntry, Int) -> Void
  ) -> Bool {
    var cursor = ByteCursor(sections.information, at: offset)
    guard let outer = abbreviations[cursor.variableNumber()],
      entry(outer, at: offset, &cursor) != nil
    else { return false }
    var depth = outer.hasChildren ? 1 : 0
    if depth == 0 { return true }
    for _ in 0..<limit where !cursor.hasFailed && contains(UInt64(cursor.position)) {
      let offset = UInt64(cursor.position)
      let code = cursor.variableNumber()
      if code == 0 {
        depth -= 1
        if depth == 0 { return true }
        continue
      }
      guard let abbreviation = abbreviations[code],
        let entry = entry(abbreviation, at: offset, &cursor)
      else { return false }
      body(entry, depth)
      if abbreviation.hasChildren { depth += 1 }
    }
    return false
  }

  /// Reads the entry at `offset`, whose attributes `cursor` is at.
  private func entry(
    _ abbreviation: Abbreviation, at offset: UInt64, _ cursor: inout ByteCursor
  ) -> DebugEntry? {
    var entry = DebugEntry(offset: offset, tag: abbreviation.tag)
    var attributes = ByteCursor(sections.abbreviations, at: abbreviation.attributes)
    while let (attribute, form) = Self.nextAttribute(&attributes) {
      guard let value = form.value(&cursor, offsetSize: offsetSize, addressSize: addressSize) else {
        return nil
      }
      entry.set(attribute, to: value, in: self)
    }
    return cursor.hasFailed ? nil : entry
  }

  /// The text of a string's value.
  func text(of value: DebugForm.Value) -> String? {
    switch value {
    case .string(let text): text
    case .stringOffset(let offset, let isOfLines):
      sections.string(at: offset, isOfLines: isOfLines)
    case .stringIndex(let index):
      sections.string(
        numbered: index, offsetsAt: root.unit.strings ?? UInt64(2 * offsetSize),
        offsetSize: offsetSize)
    case .number, .address, .addressIndex, .entry, .globalEntry, .listIndex, .bytes, .other: nil
    }
  }
}
