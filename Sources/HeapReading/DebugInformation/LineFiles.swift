/// The files that a unit's lines name (DWARF 5, section 6.2.4, *The Line Number Program Header*).
struct LineFiles {
  private let sections: DebugSections
  private let unit: DebugUnit

  init(_ sections: DebugSections, of unit: DebugUnit) {
    self.sections = sections
    self.unit = unit
  }

  /// The name, without folders, of the file with the number `index`.
  func name(of index: UInt64) -> String? {
    guard let start = unit.lines else { return nil }
    var cursor = ByteCursor(sections.lines, at: start)
    let offsetSize = cursor.uint32() == 0xFFFF_FFFF ? 8 : 4
    if offsetSize == 8 { cursor.skip(8) }
    let version = cursor.uint16()
    guard (4...5).contains(version) else { return nil }
    if version >= 5 { cursor.skip(2) }
    cursor.skip(UInt64(offsetSize))
    // Sizes of instructions, whether rows begin statements, and the base and range of lines.
    cursor.skip(5)
    let opcodes = cursor.byte()
    cursor.skip(UInt64(max(opcodes, 1) - 1))
    let path =
      version >= 5
      ? path(numbered: index, &cursor, offsetSize: offsetSize) : Self.path(numbered: index, &cursor)
    guard let path, !path.hasPrefix("<") else { return nil }
    return path.split(separator: "/").last.map(String.init)
  }

  /// DWARF 4 lists strings, the files with three numbers each, and counts from 1.
  private static func path(numbered index: UInt64, _ cursor: inout ByteCursor) -> String? {
    while let folder = cursor.string(), !folder.isEmpty {}
    var number: UInt64 = 1
    while let name = cursor.string(), !name.isEmpty {
      if number == index { return name }
      for _ in 0..<3 { _ = cursor.variableNumber() }
      number += 1
    }
    return nil
  }

  /// DWARF 5 says beforehand how it writes folders and files, and counts from 0.
  private func path(
    numbered index: UInt64, _ cursor: inout ByteCursor, offsetSize: Int
  ) -> String? {
    guard paths(&cursor, wanted: nil, offsetSize: offsetSize) != nil else { return nil }
    return paths(&cursor, wanted: index, offsetSize: offsetSize)
  }

  /// Reads a list of paths up to the one with the number `wanted`, or to its end; `nil` when it cannot be read.
  private func paths(
    _ cursor: inout ByteCursor, wanted: UInt64?, offsetSize: Int
  ) -> String? {
    var forms: [(content: UInt64, form: DebugForm)] = []
    for _ in 0..<cursor.byte() {
      let content = cursor.variableNumber()
      forms.append((content, DebugForm(cursor.variableNumber(), constant: 0)))
    }
    let count = cursor.variableNumber()
    var number: UInt64 = 0
    while number < count, !cursor.isAtEnd {
      let start = cursor.position
      for (content, form) in forms {
        guard let value = form.value(&cursor, offsetSize: offsetSize) else { return nil }
        // Content 1 is the path.
        if content == 1, number == wanted { return unit.text(of: value) }
      }
      // Forms without bytes would let a wrong count go on for ever.
      if cursor.position == start { return nil }
      number += 1
    }
    return wanted == nil && !cursor.hasFailed ? "" : nil
  }
}
