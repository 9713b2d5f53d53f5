/// The files that a unit's lines name (DWARF 5, section 6.2.4, *The Line Number Program Header*).
struct LineFiles {
  private let unit: DebugUnit
  private let header: LineHeader

  init(_ header: LineHeader, of unit: DebugUnit) {
    self.unit = unit
    self.header = header
  }

  /// The path of the file with the number `index`.
  func path(of index: UInt64) -> String? {
    var cursor = header.files
    let path =
      header.version >= 5
      ? path(numbered: index, &cursor, offsetSize: header.offsetSize)
      : Self.path(numbered: index, &cursor)
    guard let path, !path.contains("/<"), !path.hasPrefix("<") else { return nil }
    return path
  }

  /// The path of a file in a folder.
  private static func path(_ name: String, in folder: String) -> String {
    name.hasPrefix("/") || folder.isEmpty ? name : folder + "/" + name
  }

  /// DWARF 4 lists strings, the files with three numbers each, of which the first is the folder's, and counts
  /// from 1.
  private static func path(numbered index: UInt64, _ cursor: inout ByteCursor) -> String? {
    var folders = [""]
    while let folder = cursor.string(), !folder.isEmpty { folders.append(folder) }
    var number: UInt64 = 1
    while let name = cursor.string(), !name.isEmpty {
      let folder = cursor.variableNumber()
      if number == index {
        return path(name, in: folder < folders.count ? folders[Int(folder)] : "")
      }
      for _ in 0..<2 { _ = cursor.variableNumber() }
      number += 1
    }
    return nil
  }

  /// DWARF 5 says beforehand how it writes folders and files, and counts from 0.
  private func path(
    numbered index: UInt64, _ cursor: inout ByteCursor, offsetSize: Int
  ) -> String? {
    var folders = cursor
    guard entry(&cursor, wanted: nil, offsetSize: offsetSize) != nil,
      let file = entry(&cursor, wanted: index, offsetSize: offsetSize)
    else { return nil }
    let folder = entry(&folders, wanted: file.folder, offsetSize: offsetSize)
    return Self.path(file.path, in: folder?.path ?? "")
  }

  /// Reads a list of folders or files up to the one with the number `wanted`, or to its end; `nil` when it
  /// cannot be read.
  private func entry(
    _ cursor: inout ByteCursor, wanted: UInt64?, offsetSize: Int
  ) -> (path: String, folder: UInt64)? {
    var forms: [(content: UInt64, form: DebugForm)] = []
    for _ in 0..<cursor.byte() {
      let content = cursor.variableNumber()
      forms.append((content, DebugForm(cursor.variableNumber(), constant: 0)))
    }
    let count = cursor.variableNumber()
    var number: UInt64 = 0
    while number < count, !cursor.isAtEnd {
      let start = cursor.position
      var path: String?
      var folder: UInt64 = 0
      for (content, form) in forms {
        guard let value = form.value(&cursor, offsetSize: offsetSize) else { return nil }
        // Content 1 is the path, content 2 the number of its folder.
        if number == wanted, content == 1 { path = unit.text(of: value) }
        if number == wanted, content == 2, case .number(let index) = value { folder = index }
      }
      if number == wanted { return path.map { ($0, folder) } }
      // Forms without bytes would let a wrong count go on for ever.
      if cursor.position == start { return nil }
      number += 1
    }
    return wanted == nil && !cursor.hasFailed ? ("", 0) : nil
  }
}
