import SeededRandom

/// Bytes that look like metadata.
extension SplitMix64 {
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in
      // Small numbers are what makes counts and offsets plausible.
      Bool.random(using: &self)
        ? UInt8.random(in: 0...3, using: &self) : .random(in: 0...255, using: &self)
    }
  }

  /// A word: a small number, an address of this process, or anything.
  mutating func word() -> UInt64 {
    switch UInt8.random(in: 0...3, using: &self) {
    case 0: return .random(in: 0...4096, using: &self)
    case 1: return UInt64(UInt(bitPattern: unsafeBitCast(String.self, to: UnsafeRawPointer.self)))
    case 2: return 0x7000_0000_0000 | (next() & 0xFFF_FFFF_FFF8)
    default: return next()
    }
  }

  mutating func text(of characters: String, atMost most: Int) -> String {
    let characters = Array(characters)
    return String(
      (0..<Int.random(in: 0...most, using: &self)).map { _ in
        characters.randomElement(using: &self)!
      })
  }

  /// A name with symbolic references, mostly without an end.
  mutating func mangledBytes() -> [UInt8] {
    let letters = Array("xqd_IeygxtBCMJKWSgXwXoXuXBXMtQp0123456789yyc".utf8)
    return (0...Int.random(in: 0...48, using: &self)).map { _ in
      switch UInt8.random(in: 0...20, using: &self) {
      case 0...1: .random(in: 0...31, using: &self)
      case 2: .random(in: 32...255, using: &self)
      default: letters.randomElement(using: &self)!
      }
    }
  }

  /// A descriptor with counts that are true, too large or huge, and relative pointers into it or elsewhere.
  mutating func captureDescriptor() -> [UInt8] {
    let captures = Int.random(in: 0...4, using: &self)
    let sources = Int.random(in: 0...4, using: &self)
    let pointers = captures + 2 * sources
    let names = (0..<4).map { _ in mangledBytes() + [0] }
    func bytes(_ number: Int) -> [UInt8] {
      withUnsafeBytes(of: Int32(truncatingIfNeeded: number), Array.init)
    }
    let wrong = [0, 0, 0, 1, 100, 4095, Int(Int32.max)].randomElement(using: &self)!
    var result = bytes(captures + wrong) + bytes(sources) + bytes(Int(next() & 0xFF))
    for index in 0..<pointers {
      let near = (pointers - index) * 4 + Int.random(in: 0..<40, using: &self)
      result += bytes(Bool.random(using: &self) ? near : Int(next() & 0xFFFF_FFFF))
    }
    return result
      + ["R0", "M1", "G0_B0", "R99999999999", "GGGG0"].randomElement(using: &self)!.utf8
      + [0] + names.joined()
  }
}
