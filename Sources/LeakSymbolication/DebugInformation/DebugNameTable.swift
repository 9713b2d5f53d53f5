import LeakBase

/// The names of one object file (DWARF 5, section 6.1.1.4, *Data Representation of the Name Index*).
struct DebugNameTable {
  private let bytes: FileBytes
  private let bucketCount: UInt32
  let nameCount: UInt32
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

  /// Where the units begin that the names are of.
  var unitStarts: [UInt64] { (0..<unitCount).map { UInt64(number($0, of: units)) } }

  /// Copies the hashes of all names, and says whether that could be done.
  func copyHashes(to target: UnsafeMutableRawPointer) -> Bool {
    (bytes.start + Int(hashes)).copy(4 * Int(nameCount), to: target)
  }

  /// Which of the names `name` is, counted from 0.
  func number(of name: String, hash: UInt32, in sections: DebugSections) -> UInt32? {
    let bucket = hash % bucketCount
    var index = number(bucket, of: buckets)
    while index > 0, index <= nameCount {
      let other = number(index - 1, of: hashes)
      guard other % bucketCount == bucket else { return nil }
      if other == hash, isName(index - 1, name, in: sections) { return index - 1 }
      index += 1
    }
    return nil
  }

  private func isName(_ number: UInt32, _ name: String, in sections: DebugSections) -> Bool {
    sections.isString(name, at: UInt64(self.number(number, of: strings)))
  }

  /// Adds the entries with `tag` of the name with the number `number`, which stand one after another in the pool,
  /// provided that it is `name`.
  func addPlaces(
    ofName number: UInt32, if name: String?, tag: UInt64?, in sections: DebugSections,
    to places: inout [DebugNames.Place]
  ) {
    if let name, !isName(number, name, in: sections) { return }
    var cursor = ByteCursor(bytes, at: pool + UInt64(self.number(number, of: entries)))
    for _ in 0..<10_000 where !cursor.hasFailed && places.count < DebugNames.limit {
      let code = cursor.variableNumber()
      guard code != 0, var shape = abbreviation(code) else { return }
      var unit: UInt64 = 0
      var entry: UInt64?
      while let (index, form) = Self.nextAttribute(&shape.attributes) {
        guard let value = DebugForm(form, constant: 0).number(&cursor) else { return }
        switch index {
        case 1: unit = value
        case 3: entry = value
        default: break
        }
      }
      guard let entry, !cursor.hasFailed, unit < UInt64(unitCount), tag == nil || tag == shape.tag
      else { continue }
      let start = self.number(UInt32(unit), of: units)
      places.append(DebugNames.Place(unit: UInt64(start), entry: entry))
    }
  }

  /// What the entries with `code` describe, and a cursor at their attributes.
  private func abbreviation(_ code: UInt64) -> (tag: UInt64, attributes: ByteCursor)? {
    var cursor = ByteCursor(bytes, at: abbreviations)
    while !cursor.hasFailed, UInt64(cursor.position) < pool {
      let candidate = cursor.variableNumber()
      guard candidate != 0 else { return nil }
      let tag = cursor.variableNumber()
      if candidate == code { return (tag, cursor) }
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
