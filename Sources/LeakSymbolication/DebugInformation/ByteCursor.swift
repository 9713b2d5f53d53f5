import LeakBase

/// Reads one value after another from bytes that nothing is believed of.
///
/// Where the bytes end too early, the cursor has failed: it stays where it is, and all that it reads is 0.
struct ByteCursor {
  private let bytes: FileBytes
  private(set) var position: Int
  private(set) var hasFailed = false

  init(_ bytes: FileBytes, at position: UInt64 = 0) {
    self.bytes = bytes
    self.position = 0
    skip(position)
  }

  /// Whether there is nothing left to read.
  var isAtEnd: Bool { hasFailed || position >= bytes.count }

  mutating func skip(_ count: UInt64) {
    guard !hasFailed, count <= UInt64(bytes.count - position) else {
      hasFailed = true
      return
    }
    position += Int(count)
  }

  /// A number of `size` bytes, of which the lowest eight count.
  mutating func number(ofSize size: Int) -> UInt64 {
    let place = bytes.start + position
    skip(UInt64(size))
    if hasFailed { return 0 }
    switch size {
    case 1: return UInt64(place.byte())
    case 2: return UInt64(place.uint16())
    case 4: return UInt64(place.uint32())
    case 8: return UInt64(place.word())
    default:
      return (0..<min(size, 8)).reduce(0) { $0 | UInt64(place.byte(at: $1)) << UInt64(8 * $1) }
    }
  }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: number(ofSize: 1)) }
  mutating func uint16() -> UInt16 { UInt16(truncatingIfNeeded: number(ofSize: 2)) }
  mutating func uint32() -> UInt32 { UInt32(truncatingIfNeeded: number(ofSize: 4)) }

  /// A number in as many bytes as it needs (*LEB128*). What does not fit 64 bits is cut off.
  mutating func variableNumber() -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while !hasFailed {
      let byte = byte()
      if shift < 64 { value |= UInt64(byte & 0x7f) << shift }
      if byte & 0x80 == 0 { break }
      shift += 7
    }
    return value
  }

  /// A number with a sign, written likewise.
  mutating func signedVariableNumber() -> Int64 {
    let start = position
    let value = variableNumber()
    let bits = 7 * UInt64(position - start)
    if hasFailed || bits >= 64 { return Int64(bitPattern: value) }
    let isNegative = value >> (bits - 1) & 1 == 1
    return Int64(bitPattern: isNegative ? value | UInt64.max << bits : value)
  }

  /// The length of what follows, and how many bytes offsets in there have (DWARF 5, section 7.4, *32-Bit and 64-Bit DWARF
  /// Formats*).
  mutating func initialLength() -> (length: UInt64, offsetSize: Int) {
    let length = UInt64(uint32())
    return length == 0xFFFF_FFFF ? (number(ofSize: 8), 8) : (length, 4)
  }

  /// The next `count` bytes, to be read on their own.
  mutating func bytes(_ count: UInt64) -> FileBytes {
    let start = position
    skip(count)
    return hasFailed ? .empty : bytes[start..<position]
  }

  /// The text before the next 0, which is skipped.
  mutating func string() -> String? {
    if hasFailed { return nil }
    let limit = min(bytes.count - position, Self.longestString)
    let text = (bytes.start + position).string(limit: limit)
    skip(UInt64(text.utf8.count) + 1)
    return hasFailed || text.utf8.count >= limit ? nil : text
  }

  private static let longestString = 1 << 16
}
