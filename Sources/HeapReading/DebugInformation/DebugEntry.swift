/// One entry of the debug information, with the attributes that matter here.
struct DebugEntry {
  /// What an entry describes (DWARF 5, section 7.5.3, *Abbreviations Tables*).
  enum Tag {
    static let parameter: UInt64 = 0x05
    static let member: UInt64 = 0x0d
    static let inlinedFunction: UInt64 = 0x1d
    static let function: UInt64 = 0x2e
  }

  var tag: UInt64 = 0
  /// The name in the source.
  var name: DebugForm.Value?
  /// The entry of its type.
  var type: UInt64?
  /// Whether the function was optimised.
  var isOptimized = false
  /// The name that the linker knows.
  var linkageName: DebugForm.Value?
  /// Where the code begins and ends, in the file's own numbering, if it is in one piece.
  var code: Range<UInt64>? {
    guard let lowest, let highest, lowest < highest else { return nil }
    return lowest..<highest
  }
  private(set) var lowest: UInt64?
  private var highest: UInt64?
  /// The number of the file in the unit's lines.
  var file: UInt64?
  var line: UInt64?
  /// The entry that says the rest: where an inlined function was declared, or a function that was declared before.
  var origin: UInt64?
  /// Where it was inlined.
  var callFile: UInt64?
  var callLine: UInt64?
  /// Where the pieces of its code are listed.
  var ranges: UInt64?
  var lines: UInt64?
  var stringOffsets: UInt64?

  /// Takes over an attribute (DWARF 5, section 7.5.4, *Attribute Encodings*).
  mutating func set(_ attribute: UInt64, to value: DebugForm.Value, in unit: DebugUnit) {
    switch attribute {
    case 0x03: name = value
    case 0x10: lines = value.number
    case 0x11: lowest = value.address
    case 0x12:
      highest = value.address ?? lowest.flatMap { lowest in value.number.map { lowest &+ $0 } }
    case 0x31, 0x47: origin = value.place(in: unit)
    case 0x3a: file = value.number
    case 0x3b: line = value.number
    case 0x49: type = value.place(in: unit)
    case 0x55: ranges = value.number
    case 0x58: callFile = value.number
    case 0x59: callLine = value.number
    case 0x6e: linkageName = value
    case 0x72: stringOffsets = value.number
    // `DW_AT_APPLE_optimized`, which LLVM writes on every system.
    case 0x3fe1: isOptimized = value.number == 1
    default: break
    }
  }

  /// Adds what `origin` says and this entry does not.
  mutating func complete(from other: DebugEntry) {
    file = file ?? other.file
    line = line ?? other.line
    linkageName = linkageName ?? other.linkageName
    origin = other.origin
  }
}

extension DebugForm.Value {
  fileprivate var number: UInt64? {
    if case .number(let number) = self { number } else { nil }
  }

  fileprivate var address: UInt64? {
    if case .address(let address) = self { address } else { nil }
  }

  /// The place of another entry in the whole debug information.
  fileprivate func place(in unit: DebugUnit) -> UInt64? {
    switch self {
    case .entry(let offset): unit.start &+ offset
    case .globalEntry(let offset): offset
    case .number, .address, .string, .stringOffset, .stringIndex, .other: nil
    }
  }
}
