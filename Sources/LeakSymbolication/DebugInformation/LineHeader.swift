/// The head of a unit's lines: what the program after it needs to know, and where the files are listed (DWARF 5, section
/// 6.2.4, *The Line Number Program Header*).
struct LineHeader {
  let version: UInt16
  let offsetSize: Int
  let instructionSize: UInt8
  let operationsPerInstruction: UInt8
  /// What the first special instruction adds to the line, and how many values that can have.
  let lineBase: Int8
  let lineRange: UInt8
  /// How many operands each standard instruction has, from the one with the code 1.
  let operandCounts: [UInt8]
  /// A cursor at the lists of folders and files.
  let files: ByteCursor
  /// The program that writes the lines.
  let program: FileBytes

  /// `nil` when there are no lines at `start` that can be read.
  init?(_ lines: FileBytes, at start: UInt64) {
    var cursor = ByteCursor(lines, at: start)
    let length: UInt64
    (length, offsetSize) = cursor.initialLength()
    var end = cursor
    end.skip(length)
    version = cursor.uint16()
    // Sizes of addresses and of segments, which the unit says as well.
    if version >= 5 { cursor.skip(2) }
    let headLength = cursor.number(ofSize: offsetSize)
    var first = cursor
    first.skip(headLength)
    instructionSize = cursor.byte()
    operationsPerInstruction = cursor.byte()
    // Whether rows begin statements.
    cursor.skip(1)
    lineBase = Int8(bitPattern: cursor.byte())
    lineRange = cursor.byte()
    operandCounts = (1..<max(1, cursor.byte())).map { _ in cursor.byte() }
    guard (4...5).contains(version), !cursor.hasFailed, !end.hasFailed, !first.hasFailed,
      first.position <= end.position
    else { return nil }
    files = cursor
    program = lines[first.position..<end.position]
  }
}

extension DebugUnit {
  /// The head of the unit's lines.
  var lineHeader: LineHeader? { lines.flatMap { LineHeader(sections.lines, at: $0) } }
}
