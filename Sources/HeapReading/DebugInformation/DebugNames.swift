/// Finds the entries of a function in the debug information by its mangled name.
///
/// The compiler writes one table of names for each object file, and the linker puts them one after another
/// (DWARF 5, section 6.1.1, *Lookup by Name*).
struct DebugNames {
  /// Where an entry is.
  struct Place: Hashable {
    /// Where its compilation unit begins in the debug information.
    var unit: UInt64
    /// Where the entry begins, counted from the unit.
    var entry: UInt64
  }

  private let sections: DebugSections

  init(_ sections: DebugSections) {
    self.sections = sections
  }

  /// The places of the entries of `name`, in the order of the tables.
  ///
  /// - Complexity: O(*t*) in the number of tables, which is at most that of the program's files.
  func places(of name: String) -> [Place] {
    let hash = Self.hash(of: name)
    var places: [Place] = []
    var cursor = ByteCursor(sections.names)
    while !cursor.isAtEnd {
      let length = cursor.uint32()
      // The 64-bit format is for debug information of more than 4 GB.
      guard length < 0xFFFF_FFF0 else { break }
      let start = cursor.position
      cursor.skip(UInt64(length))
      guard !cursor.hasFailed else { break }
      let table = sections.names[start..<cursor.position]
      NameTable(table)?.addPlaces(of: name, hash: hash, in: sections, to: &places)
      if places.count > 16 { break }
    }
    return places
  }

  /// Daniel J. Bernstein's hash of the name in lower case. Mangled names are ASCII.
  static func hash(of name: String) -> UInt32 {
    name.utf8.reduce(5381) { hash, byte in
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      return hash &* 33 &+ UInt32(isUpper ? byte | 0x20 : byte)
    }
  }
}

/// The names of one object file.
private struct NameTable {
  private let bytes: FileBytes
  private let bucketCount: UInt32
  private let nameCount: UInt32
  private let units: UInt64
  private let unitCount: UInt32
  private let buckets: UInt64
  private let hashes: UInt64
  private let strings: UInt64
  private let entries: UInt64
  private let abbreviations: UInt64
  private let pool: UInt64

  init?(_ bytes: FileBytes) {
    self.bytes = bytes
    var cursor = ByteCursor(bytes)
    guard cursor.uint16() == 5 else { return nil }
    cursor.skip(2)
    unitCount = cursor.uint32()
    let localTypeUnits = UInt64(cursor.uint32())
    let foreignTypeUnits = UInt64(cursor.uint32())
    bucketCount = cursor.uint32()
    nameCount = cursor.uint32()
    let abbreviationsSize = UInt64(cursor.uint32())
    cursor.skip((UInt64(cursor.uint32()) + 3) & ~3)
    guard !cursor.hasFailed, bucketCount > 0 else { return nil }
    units = UInt64(cursor.position)
    buckets = units + 4 * UInt64(unitCount) + 4 * localTypeUnits + 8 * foreignTypeUnits
    hashes = buckets + 4 * UInt64(bucketCount)
    strings = hashes + 4 * UInt64(nameCount)
    entries = strings + 4 * UInt64(nameCount)
    abbreviations = entries + 4 * UInt64(nameCount)
    pool = abbreviations + abbreviationsSize
    guard pool <= UInt64(bytes.count) else { return nil }
  }

  /// The number at `index` of the list that begins at `list`; 0 where there is none.
  private func number(_ index: UInt32, of list: UInt64) -> UInt32 {
    var cursor = ByteCursor(bytes, at: list + 4 * UInt64(index))
    return cursor.uint32()
  }

  func addPlaces(
    of name: String, hash: UInt32, in sections: DebugSections, to places: inout [DebugNames.Place]
  ) {
    let bucket = hash % bucketCount
    var index = number(bucket, of: buckets)
    while index > 0, index <= nameCount {
      let other = number(index - 1, of: hashes)
      guard other % bucketCount == bucket else { return }
      if other == hash,
        sections.string(at: UInt64(number(index - 1, of: strings))) == name
      {
        return addPlaces(at: UInt64(number(index - 1, of: entries)), to: &places)
      }
      index += 1
    }
  }

  /// Adds the entries of a name, which stand one after another in the pool.
  private func addPlaces(at offset: UInt64, to places: inout [DebugNames.Place]) {
    var cursor = ByteCursor(bytes, at: pool + offset)
    while !cursor.hasFailed, places.count <= 16 {
      let code = cursor.variableNumber()
      guard code != 0, var shape = abbreviation(code) else { return }
      var unit: UInt64 = 0
      var entry: UInt64?
      while let (index, form) = Self.nextAttribute(&shape) {
        guard let value = DebugForm(form, constant: 0).number(&cursor) else { return }
        switch index {
        case 1: unit = value
        case 3: entry = value
        default: break
        }
      }
      guard let entry, !cursor.hasFailed, unit < UInt64(unitCount) else { continue }
      let start = number(UInt32(unit), of: units)
      places.append(DebugNames.Place(unit: UInt64(start), entry: entry))
    }
  }

  /// A cursor at the attributes of the entries with `code`.
  private func abbreviation(_ code: UInt64) -> ByteCursor? {
    var cursor = ByteCursor(bytes, at: abbreviations)
    while !cursor.hasFailed, UInt64(cursor.position) < pool {
      let candidate = cursor.variableNumber()
      guard candidate != 0 else { return nil }
      _ = cursor.variableNumber()
      if candidate == code { return cursor }
      while Self.nextAttribute(&cursor) != nil {}
    }
    return nil
  }

  private static func nextAttribute(_ cursor: inout ByteCursor) -> (index: UInt64, form: UInt64)? {
    let index = cursor.variableNumber()
    let form = cursor.variableNumber()
    return cursor.hasFailed || (index == 0 && form == 0) ? nil : (index, form)
  }
}
