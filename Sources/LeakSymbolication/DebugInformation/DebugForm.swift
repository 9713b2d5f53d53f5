/// How the value of an attribute is written (DWARF 5, section 7.5.6, *Form Encodings*).
struct DebugForm {
  /// A value, as far as it matters here.
  enum Value {
    case number(UInt64)
    /// An address in the file's own numbering.
    case address(UInt64)
    /// The number of an address among those of the unit.
    case addressIndex(UInt64)
    /// The place of another entry, counted from the unit.
    case entry(UInt64)
    /// The place of another entry in the whole debug information.
    case globalEntry(UInt64)
    case string(String)
    /// The offset of a string, in the strings of the lines where `isOfLines`.
    case stringOffset(UInt64, isOfLines: Bool)
    /// The number of a string among those of the unit.
    case stringIndex(UInt64)
    /// The number of a list, of ranges or of locations, among those of the unit.
    case listIndex(UInt64)
    /// Bytes that are read on their own, as an expression is.
    case bytes(FileBytes)
    case other
  }

  let form: UInt64
  /// The value of a form that stands with the attribute itself.
  let constant: UInt64

  init(_ form: UInt64, constant: UInt64) {
    self.form = form
    self.constant = constant
  }

  /// Reads a value; `nil` when the form is not known, so that nobody can tell where the value ends.
  func value(
    _ cursor: inout ByteCursor, offsetSize: Int = 4, addressSize: Int = 8
  ) -> Value? {
    switch form {
    case 0x01: return .address(cursor.number(ofSize: addressSize))
    case 0x0b, 0x0c: return .number(cursor.number(ofSize: 1))
    case 0x05: return .number(cursor.number(ofSize: 2))
    case 0x06: return .number(cursor.number(ofSize: 4))
    case 0x07: return .number(cursor.number(ofSize: 8))
    case 0x0d, 0x0f: return .number(cursor.variableNumber())
    case 0x17: return .number(cursor.number(ofSize: offsetSize))
    case 0x19: return .number(1)
    case 0x21: return .number(constant)
    case 0x11: return .entry(cursor.number(ofSize: 1))
    case 0x12: return .entry(cursor.number(ofSize: 2))
    case 0x13: return .entry(cursor.number(ofSize: 4))
    case 0x14: return .entry(cursor.number(ofSize: 8))
    case 0x15: return .entry(cursor.variableNumber())
    case 0x10: return .globalEntry(cursor.number(ofSize: offsetSize))
    case 0x08: return cursor.string().map(Value.string)
    case 0x0e: return .stringOffset(cursor.number(ofSize: offsetSize), isOfLines: false)
    case 0x1f: return .stringOffset(cursor.number(ofSize: offsetSize), isOfLines: true)
    case 0x1a: return .stringIndex(cursor.variableNumber())
    case 0x25: return .stringIndex(cursor.number(ofSize: 1))
    case 0x26: return .stringIndex(cursor.number(ofSize: 2))
    case 0x27: return .stringIndex(cursor.number(ofSize: 3))
    case 0x28: return .stringIndex(cursor.number(ofSize: 4))
    case 0x1b: return .addressIndex(cursor.variableNumber())
    case 0x29: return .addressIndex(cursor.number(ofSize: 1))
    case 0x2a: return .addressIndex(cursor.number(ofSize: 2))
    case 0x2b: return .addressIndex(cursor.number(ofSize: 3))
    case 0x2c: return .addressIndex(cursor.number(ofSize: 4))
    case 0x22, 0x23: return .listIndex(cursor.variableNumber())
    case 0x0a: return .bytes(cursor.bytes(cursor.number(ofSize: 1)))
    case 0x03: return .bytes(cursor.bytes(cursor.number(ofSize: 2)))
    case 0x04: return .bytes(cursor.bytes(cursor.number(ofSize: 4)))
    case 0x09, 0x18: return .bytes(cursor.bytes(cursor.variableNumber()))
    default:
      guard let size = skippedSize(offsetSize: offsetSize) else { return nil }
      cursor.skip(size)
      return .other
    }
  }

  /// Reads a value that is a number or a place.
  func number(_ cursor: inout ByteCursor) -> UInt64? {
    switch value(&cursor) {
    case .number(let number), .address(let number), .entry(let number), .globalEntry(let number):
      number
    case .addressIndex, .listIndex, .bytes, .other: 0
    case .string, .stringOffset, .stringIndex, nil: nil
    }
  }

  /// How many bytes are to be skipped of a value that does not matter here.
  private func skippedSize(offsetSize: Int) -> UInt64? {
    switch form {
    case 0x1c: 4
    case 0x1d: UInt64(offsetSize)
    case 0x1e: 16
    case 0x20, 0x24: 8
    default: nil
    }
  }
}
