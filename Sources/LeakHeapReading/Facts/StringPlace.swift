import CLeakBase
import LeakBase

/// Where the two words of a string have its bytes.
enum StringPlace: Hashable {
  /// In themselves, at most 15.
  case inside(String?)
  case literal(Address, count: Int)
  case storage(Address, bytes: Address, count: Int)

  /// `nil` for a string of another form: one that another library keeps.
  ///
  /// The second word's highest four bits say the form: of a small string apart from the second of them, which says that it is ASCII;
  /// of storage all 0, and of a literal the first 1. The first word says whether the bytes are at a place of their own.
  init?(_ first: UInt, _ second: UInt) {
    let shift = UInt(crt_fact_string_form_shift())
    let form = second >> shift
    let isASCII: UInt = 0b0100
    if form & ~isASCII == UInt(crt_fact_string_small()) {
      self = .inside(Self.small(first, second))
      return
    }
    let isLiteral = form == UInt(crt_fact_string_literal())
    guard first >> UInt(crt_fact_string_bytes_bit()) & 1 != 0, isLiteral || form == 0 else {
      return nil
    }
    // A literal's bytes are as far behind its address, though there is no object.
    let place = Address(second & ((1 << shift) - 1))
    let bytes = place + crt_fact_string_bytes()
    // What is below the two flags that say where the bytes are.
    let count = Int(first & ((1 << UInt(crt_fact_string_bytes_bit() - 1)) - 1))
    self =
      isLiteral ? .literal(bytes, count: count) : .storage(place, bytes: bytes, count: count)
  }

  /// A string of at most 15 bytes: the count is in the lower half of the last.
  private static func small(_ first: UInt, _ second: UInt) -> String? {
    let bytes = [first, second].flatMap { word in
      withUnsafeBytes(of: word.littleEndian, Array.init)
    }
    let count = Int(second >> UInt(crt_fact_string_small_count_shift()) & 0xF)
    return String(validating: bytes.prefix(count), as: UTF8.self)
  }
}
