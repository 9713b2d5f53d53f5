import LeakBase

/// Where the code of a small function may call to.
///
/// Debug information tells the calls that were inlined, but not those that were made. The instructions tell them,
/// but where one begins is only known when all before it have been decoded. Every place is tried instead, so what is
/// found are candidates: who asks checks what is there.
struct CallSites {
  /// Where direct calls and jumps lead.
  private(set) var targets: [UInt] = []

  /// How far from something it is that addresses are loaded or called. A class's metadata has the address of a method
  /// that can be overridden at such a distance.
  private(set) var slots: [Int] = []

  /// The longest function that is looked at, in bytes.
  private static let longest = 1024

  /// Where direct calls and jumps in the code of a function of any length lead: none where the processor's are not known.
  ///
  /// - Complexity: O(*n*) in the length of `code`.
  static func directTargets(in code: Range<UInt>) -> [UInt] {
    var bytes = [UInt8](repeating: 0, count: code.count)
    let count = bytes.withUnsafeMutableBytes { Address(code.lowerBound).copy(into: $0) }
    return count == code.count ? CallSites(bytes, at: code.lowerBound).targets : []
  }

  /// - Complexity: O(*n*) in the length of `code`.
  init(in code: Range<UInt>) {
    var bytes = [UInt8](repeating: 0, count: min(code.count, Self.longest))
    let count = bytes.withUnsafeMutableBytes { Address(code.lowerBound).copy(into: $0) }
    self.init(count == code.count ? bytes : [], at: code.lowerBound)
  }

  /// - Complexity: O(*n*) in the length of `bytes`.
  init(_ bytes: [UInt8], at address: UInt) {
    #if arch(x86_64)
      self.init(x86_64: bytes, at: address)
    #elseif arch(arm64)
      self.init(arm64: bytes, at: address)
    #else
      // Other processors' instructions are not known here.
    #endif
  }

  /// Source: *Intel 64 and IA-32 Architectures Software Developer's Manual*, volume 2, chapter 2, and the
  /// instructions `CALL`, `JMP` and `MOV`.
  init(x86_64 bytes: [UInt8], at address: UInt) {
    for index in bytes.indices {
      switch bytes[index] {
      case 0xE8, 0xE9:
        // The distance from the next instruction.
        guard let distance = Self.number(in: bytes, at: index + 1) else { break }
        targets.append(address &+ UInt(index + 5) &+ UInt(bitPattern: distance))
      case 0x8B, 0xFF:
        // From memory, some distance from a register, which is not one of the stack's (4 and 5). With `FF`, the
        // bits between say that it is a call (2) or a jump (4).
        guard index + 2 < bytes.count else { break }
        let operand = bytes[index + 1]
        guard operand & 7 != 4, operand & 7 != 5 else { break }
        guard bytes[index] == 0x8B || [2, 4].contains(operand >> 3 & 7) else { break }
        switch operand >> 6 {
        case 1: slots.append(Int(Int8(bitPattern: bytes[index + 2])))
        case 2: if let distance = Self.number(in: bytes, at: index + 2) { slots.append(distance) }
        default: break
        }
      default: break
      }
    }
  }

  /// Source: *Arm Architecture Reference Manual for A-profile architecture*, the instructions `B`, `BL`, and `LDR` and `LDUR`
  /// of 64 bits. All have four bytes, so that it is known where each begins.
  init(arm64 bytes: [UInt8], at address: UInt) {
    for index in stride(from: 0, to: bytes.count, by: 4) {
      guard let number = Self.number(in: bytes, at: index) else { break }
      let code = UInt32(truncatingIfNeeded: number)
      if code & 0x7C00_0000 == 0x1400_0000 {
        // The distance from the instruction itself, in instructions.
        let distance = Int(Int32(bitPattern: code << 6) >> 6) * 4
        targets.append(address &+ UInt(index) &+ UInt(bitPattern: distance))
        continue
      }
      // From memory, some distance from a register, which is not the frame pointer (29) or the stack pointer (31).
      guard ![29, 31].contains(code >> 5 & 31) else { continue }
      if code & 0xFFC0_0000 == 0xF940_0000 {
        slots.append(Int(code >> 10 & 0xFFF) * 8)
      } else if code & 0xFFE0_0C00 == 0xF840_0000 {
        slots.append(Int(Int32(bitPattern: code << 11) >> 23))
      }
    }
  }

  /// The four bytes at `index` as a signed number.
  private static func number(in bytes: [UInt8], at index: Int) -> Int? {
    guard index + 4 <= bytes.count else { return nil }
    let number = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) }
    return Int(Int32(bitPattern: number))
  }
}
