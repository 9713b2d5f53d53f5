/// One entry of the debug information, with the attributes that matter here.
struct DebugEntry {
  /// Where it is in the debug information.
  var offset: UInt64 = 0
  var tag: UInt64 = 0
  /// The name in the source.
  var name: DebugForm.Value?
  /// The name that the linker knows.
  var linkageName: DebugForm.Value?
  /// The entry of its type.
  var type: UInt64?
  /// Where the code begins, and where it ends or how long it is, if it is in one piece.
  var lowest: DebugForm.Value?
  var highest: DebugForm.Value?
  /// Where the pieces of its code are listed.
  var ranges: DebugForm.Value?
  /// The number of the file in the unit's lines.
  var file: UInt64?
  var line: UInt64?
  /// The entry that says the rest: where an inlined function was declared, or a function that was declared before.
  var origin: UInt64?
  /// Where it was inlined.
  var callFile: UInt64?
  var callLine: UInt64?
  /// Whether the function was optimised.
  var isOptimized = false
  /// Whether the compiler made it.
  var isArtificial = false
  /// Whether it is one of Swift's own kinds of types.
  var isSwift = false
  /// Where a variable is.
  var location: DebugForm.Value?
  /// What places in a function's frame are counted from.
  var frameBase: DebugForm.Value?
  /// How many bytes a value of the type has.
  var size: UInt64?
  /// Where a member begins in its structure.
  var memberOffset: UInt64?
  /// How many elements an array has.
  var count: UInt64?
  /// What a unit as a whole says of itself.
  var unit = UnitFacts()

  /// Where a unit's parts of other sections begin.
  struct UnitFacts {
    var lines: UInt64?
    var strings: UInt64?
    var addresses: UInt64?
    var rangeLists: UInt64?
    var locationLists: UInt64?
    /// Whether it is of Swift, or does not say of which language it is.
    var mayBeSwift = true
  }

  /// Takes over an attribute (DWARF 5, section 7.5.4, *Attribute Encodings*).
  mutating func set(_ attribute: UInt64, to value: DebugForm.Value, in unit: DebugUnit) {
    switch attribute {
    case 0x02: location = value
    case 0x03: name = value
    case 0x0b: size = value.number
    case 0x10: self.unit.lines = value.number
    case 0x11: lowest = value
    case 0x12: highest = value
    case 0x13: self.unit.mayBeSwift = value.number.map { $0 == Self.swiftLanguage } ?? true
    case 0x2f: count = value.number.map { $0 &+ 1 }
    case 0x31, 0x47: origin = value.place(in: unit)
    case 0x34: isArtificial = value.number == 1
    case 0x37: count = value.number
    // What is computed is nowhere that can be told.
    case 0x38: memberOffset = value.number ?? .max
    case 0x3a: file = value.number
    case 0x3b: line = value.number
    case 0x40: frameBase = value
    case 0x49: type = value.place(in: unit)
    case 0x55: ranges = value
    case 0x58: callFile = value.number
    case 0x59: callLine = value.number
    case 0x6e: linkageName = value
    case 0x72: self.unit.strings = value.number
    case 0x73: self.unit.addresses = value.number
    case 0x74: self.unit.rangeLists = value.number
    case 0x8c: self.unit.locationLists = value.number
    // `DW_AT_APPLE_optimized` and `DW_AT_APPLE_runtime_class`, which LLVM writes on every system.
    case 0x3fe1: isOptimized = value.number == 1
    case 0x3fe6: isSwift = value.number == Self.swiftLanguage
    default: break
    }
  }

  /// `DW_LANG_Swift` (DWARF 5, section 7.12, *Source Languages*).
  private static let swiftLanguage: UInt64 = 0x1e

  /// Adds what `origin` says and this entry does not.
  mutating func complete(from other: DebugEntry) {
    name = name ?? other.name
    file = file ?? other.file
    line = line ?? other.line
    type = type ?? other.type
    linkageName = linkageName ?? other.linkageName
    isArtificial = isArtificial || other.isArtificial
    origin = other.origin
  }
}

extension DebugForm.Value {
  fileprivate var number: UInt64? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The place of another entry in the whole debug information.
  fileprivate func place(in unit: DebugUnit) -> UInt64? {
    switch self {
    case .entry(let offset): unit.start &+ offset
    case .globalEntry(let offset): offset
    case .number, .address, .addressIndex, .string, .stringOffset, .stringIndex, .listIndex, .bytes,
      .other:
      nil
    }
  }
}
