/// How the value of an attribute is written (DWARF 5, section 7.5.6, *Form Encodings*).
struct DebugForm {
  /// A value, as far as it matters here.
  enum Value {
    case number(UInt64)
    /// An address in the file's own numbering.
    case address(UInt64)
    /// The place of another entry, counted from the unit.
    case entry(UInt64)
    /// The place of another entry in the whole debug information.
    case globalEntry(UInt64)
    case string(String)
    /// The offset of a string, in the strings of the lines where `isOfLines`.
    case stringOffset(UInt64, isOfLines: Bool)
    /// The number of a string among those of the unit.
    case stringIndex(UInt64)
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
    default:
      guard let size = skippedSize(&cursor, offsetSize: offsetSize) else { return nil }
      cursor.skip(size)
      return .other
    }
  }

  /// Reads a value that is a number or a place.
  func number(_ cursor: inout ByteCursor) -> UInt64? {
    switch value(&cursor) {
    case .number(let number), .address(let number), .entry(let number), .globalEntry(let number):
      number
    case .other: 0
    case .string, .stringOffset, .stringIndex, nil: nil
    }
  }

  /// How many bytes are to be skipped of a value that does not matter here.
  private func skippedSize(_ cursor: inout ByteCursor, offsetSize: Int) -> UInt64? {
    switch form {
    case 0x0a: cursor.number(ofSize: 1)
    case 0x03: cursor.number(ofSize: 2)
    case 0x04: cursor.number(ofSize: 4)
    case 0x09, 0x18: cursor.variableNumber()
    case 0x1b, 0x22, 0x23:
      {
        _ = cursor.variableNumber()
        return 0
      }()
    case 0x1c, 0x2c: 4
    case 0x1d: UInt64(offsetSize)
    case 0x1e: 16
    case 0x20, 0x24: 8
    case 0x29: 1
    case 0x2a: 2
    case 0x2b: 3
    default: nil
    }
  }
}
