@testable import LeakBase
@testable import LeakHeapReading
@testable import LeakSymbolication

/// Writes the lines of a small unit, in the format DWARF 4 or 5.
struct LineImage {
  /// An instruction of the program that writes the lines.
  enum Instruction {
    /// A special instruction: a row, after a step in the addresses and one in the lines.
    case row(addressStep: Int, lineStep: Int)
    case copy
    case advanceAddress(UInt8)
    case advanceLine([UInt8])
    case file(UInt8)
    case addConstant
    case advanceFixed(UInt16)
    /// What only a debugger wants to know, and an instruction that is not known.
    case column(UInt8)
    case prologueEnd
    case unknown
    case address(UInt64)
    case discriminator(UInt8)
    case end
  }

  static let lineBase = -5
  static let lineRange = 14
  /// One more than the standard has, which has two operands.
  static let operandCounts: [UInt8] = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 2]

  var version: UInt16 = 4
  var instructionSize: UInt8 = 1
  var operationsPerInstruction: UInt8 = 1
  var lineRange = Self.lineRange
  var instructions: [Instruction]

  var bytes: [UInt8] {
    var rest: [UInt8] = [
      instructionSize, operationsPerInstruction, 1, UInt8(bitPattern: Int8(Self.lineBase)),
      UInt8(lineRange), UInt8(Self.operandCounts.count + 1),
    ]
    rest += Self.operandCounts
    rest += version < 5 ? Self.files : Self.files5
    var head: [UInt8] = []
    head.append(version)
    if version >= 5 { head += [8, 0] }
    head.append(UInt32(rest.count))
    let content = head + rest + instructions.flatMap(Self.bytes)
    var bytes: [UInt8] = []
    bytes.append(UInt32(content.count))
    return bytes + content
  }

  /// Two folders, and two files.
  private static let files = joined(
    text("/code/Shop"), text("Parts"), [0], text("Cart.swift"), [1, 0, 0], text("Shelf.swift"),
    [2, 0, 0], [0])

  /// The same, each list with the forms of its entries before it: a path, and the number of a folder.
  private static let files5 = joined(
    [1, 1, 8, 2], text("/code/Shop"), text("Parts"), [2, 1, 8, 2, 0x0b, 2], text("Cart.swift"),
    [0], text("Shelf.swift"), [1])

  private static func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

  private static func bytes(of instruction: Instruction) -> [UInt8] {
    switch instruction {
    case .row(let addressStep, let lineStep):
      [UInt8(lineStep - lineBase + lineRange * addressStep + operandCounts.count + 1)]
    case .copy: [1]
    case .advanceAddress(let step): [2, step]
    case .advanceLine(let step): [3] + step
    case .file(let number): [4, number]
    case .column(let number): [5, number]
    case .addConstant: [8]
    case .advanceFixed(let step): [9, UInt8(step & 0xff), UInt8(step >> 8)]
    case .prologueEnd: [10]
    case .unknown: [13, 0x80, 0x01, 0x02]
    case .address(let address):
      [0, 9, 2] + (0..<8).map { UInt8(truncatingIfNeeded: address >> (8 * $0)) }
    case .discriminator(let number): [0, 2, 4, number]
    case .end: [0, 1, 1]
    }
  }
}

extension LineImage {
  /// Calls `body` with the head of the lines in `bytes`, if it can be read.
  static func withHeader<Result>(_ bytes: [UInt8], _ body: (LineHeader?) -> Result) -> Result {
    bytes.withUnsafeBytes { buffer in
      let start = Address(UInt(bitPattern: buffer.baseAddress))
      return body(LineHeader(FileBytes(start: start, count: buffer.count), at: 0))
    }
  }

  /// The row that is found at `address` in the function that begins at `start`.
  func row(covering address: UInt64, inFunctionAt start: UInt64 = 0x1000) -> LineProgram.Match? {
    Self.withHeader(bytes) { header in
      header.flatMap(LineProgram.init)?.row(covering: address, inFunctionAt: start)
    }
  }
}
