/// Finds the entries of functions and variables in the debug information by their mangled names.
///
/// The compiler writes one table of names for each object file, and the linker puts them one after another
/// (DWARF 5, section 6.1.1, *Lookup by Name*).
final class DebugNames {
  /// Where an entry is.
  struct Place: Hashable {
    /// Where its compilation unit begins in the debug information.
    var unit: UInt64
    /// Where the entry begins, counted from the unit.
    var entry: UInt64
  }

  private let sections: DebugSections
  private lazy var tables = Self.tables(sections)
  private lazy var index = DebugNameIndex(tables)
  private var lookUpCount = 0

  init(_ sections: DebugSections) {
    self.sections = sections
  }

  /// How often the tables are gone through one by one before there is an index of all that is in them.
  private static let lookUpsWithoutIndex = 32

  /// The most places of a name: each file has its own copies of some functions.
  static let limit = 1_000

  /// The places of the entries of `name`, in the order of the tables.
  ///
  /// - Parameter tag: what the entries are to describe, if that matters.
  /// - Complexity: O(1) on average; O(*t*) for the first names, in the number of tables, which is at most that of the
  ///   program's files.
  func places(of name: String, tag: UInt64? = nil) -> [Place] {
    let hash = Self.hash(of: name)
    var places: [Place] = []
    lookUpCount += 1
    if lookUpCount > Self.lookUpsWithoutIndex {
      index.forEachName(hash: hash) { table, number in
        tables[table].addPlaces(ofName: number, if: name, tag: tag, in: sections, to: &places)
        return places.count < Self.limit
      }
    } else {
      for table in tables where places.count < Self.limit {
        guard let number = table.number(of: name, hash: hash, in: sections) else { continue }
        table.addPlaces(ofName: number, if: nil, tag: tag, in: sections, to: &places)
      }
    }
    return places
  }

  /// Where the units begin that the tables are of.
  var units: Set<UInt64> { tables.reduce(into: []) { $0.formUnion($1.unitStarts) } }

  private static func tables(_ sections: DebugSections) -> [DebugNameTable] {
    var tables: [DebugNameTable] = []
    var cursor = ByteCursor(sections.names)
    while !cursor.isAtEnd {
      let length = cursor.uint32()
      // The 64-bit format is for debug information of more than 4 GB.
      guard length < 0xFFFF_FFF0 else { break }
      let bytes = cursor.bytes(UInt64(length))
      guard !cursor.hasFailed else { break }
      if let table = DebugNameTable(bytes) { tables.append(table) }
    }
    return tables
  }

  /// Daniel J. Bernstein's hash of the name in lower case. Mangled names are ASCII.
  static func hash(of name: String) -> UInt32 {
    var hash: UInt32 = 5381
    for byte in name.utf8 {
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      hash = hash &* 33 &+ UInt32(isUpper ? byte | 0x20 : byte)
    }
    return hash
  }
}
