/// One compilation unit of the debug information: a source file, or a whole module.
struct DebugUnit {
  /// What the entries with one code have in common.
  private struct Abbreviation {
    var tag: UInt64
    /// Where its attributes begin in the abbreviations.
    var attributes: UInt64
  }

  let start: UInt64
  let offsetSize: Int
  private let sections: DebugSections
  private let end: UInt64
  private let addressSize: Int
  private let abbreviations: [UInt64: Abbreviation]
  private var stringOffsets: UInt64
  /// Where the unit's lines begin.
  private(set) var lines: UInt64?

  /// Reads the header of the unit at `start` (DWARF 5, section 7.5.1, *Unit Headers*).
  init?(_ sections: DebugSections, at start: UInt64) {
    var cursor = ByteCursor(sections.information, at: start)
    var length = UInt64(cursor.uint32())
    offsetSize = length == 0xFFFF_FFFF ? 8 : 4
    if offsetSize == 8 { length = cursor.number(ofSize: 8) }
    let content = UInt64(cursor.position)
    let version = cursor.uint16()
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
    stringOffsets = UInt64(2 * offsetSize)
    guard let root = entry(at: UInt64(cursor.position)) else { return nil }
    if let base = root.stringOffsets { stringOffsets = base }
    lines = root.lines
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
      // Whether an entry has children.
      cursor.skip(1)
      result[code] = Abbreviation(
        tag: tag, attributes: UInt64(cursor.position))
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
    guard offset > start, offset < end else { return nil }
    var cursor = ByteCursor(sections.information, at: offset)
    guard let abbreviation = abbreviations[cursor.variableNumber()] else { return nil }
    var entry = DebugEntry()
    entry.tag = abbreviation.tag
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
      sections.string(numbered: index, offsetsAt: stringOffsets, offsetSize: offsetSize)
    case .number, .entry, .globalEntry, .other: nil
    }
  }
}
