/// Runs the program that writes a unit's lines (DWARF 5, section 6.2.5, *The Line Number Program*).
struct LineProgram {
  /// From which address on the code is made of which line.
  struct Row: Equatable {
    var address: UInt64 = 0
    /// The number of the file in the unit's lines.
    var file: UInt64 = 1
    /// The line, counted from 1; 0 where the code is of the compiler's own making.
    var line: UInt64 = 1
    /// Whether a debugger stops here to be behind what a function begins with.
    var isPrologueEnd = false
  }

  /// The row that covers an address.
  struct Match: Equatable {
    var row: Row
    /// Where that code is of the compiler's own making, the last row of the function before it that is not.
    var before: Row?
  }

  /// What an instruction does, beside changing the row that comes next.
  enum Effect {
    case none
    case row
    /// A sequence of code ends before the row's address: the next row has nothing to do with it.
    case end
  }

  let header: LineHeader

  init?(_ header: LineHeader) {
    // More than one operation for each instruction, or no values for lines, is nothing that can be counted with.
    guard header.operationsPerInstruction <= 1, header.lineRange > 0 else { return nil }
    self.header = header
  }

  /// The row that covers `address`, an address in the function that begins at `start`; `nil` when there is none.
  ///
  /// - Complexity: O(*n*) in the length of the program up to there.
  func row(covering address: UInt64, inFunctionAt start: UInt64) -> Match? {
    guard start <= address else { return nil }
    var cursor = ByteCursor(header.program)
    var next = Row()
    // The last row, and the last one with a line, of the same sequence and function.
    var last: Row?
    var lastWithLine: Row?
    // Every instruction has at least one byte, so that this ends with the program.
    while !cursor.isAtEnd {
      guard let effect = step(&cursor, &next) else { return nil }
      if case .none = effect { continue }
      if let last, last.address <= address, address < next.address {
        return Match(row: last, before: last.line == 0 ? lastWithLine : nil)
      }
      if case .end = effect {
        (next, last, lastWithLine) = (Row(), nil, nil)
        continue
      }
      last = (start...address).contains(next.address) ? next : nil
      if let last, last.line != 0 { lastWithLine = last }
      next.isPrologueEnd = false
    }
    return nil
  }

  /// Executes the instruction at `cursor`; `nil` when it cannot be read.
  func step(_ cursor: inout ByteCursor, _ row: inout Row) -> Effect? {
    let code = cursor.byte()
    let isSpecial = code > header.operandCounts.count
    let effect = isSpecial ? special(code, &row) : standard(code, &cursor, &row)
    return cursor.hasFailed ? nil : effect
  }

  private func special(_ code: UInt8, _ row: inout Row) -> Effect {
    advance(&row, bySpecial: code)
    let step = distance(ofSpecial: code) % header.lineRange
    row.line &+= UInt64(bitPattern: Int64(header.lineBase) + Int64(step))
    return .row
  }

  private func distance(ofSpecial code: UInt8) -> UInt8 {
    code &- UInt8(truncatingIfNeeded: header.operandCounts.count + 1)
  }

  private func advance(_ row: inout Row, bySpecial code: UInt8) {
    advance(&row, by: UInt64(distance(ofSpecial: code) / header.lineRange))
  }

  private func advance(_ row: inout Row, by instructions: UInt64) {
    row.address &+= instructions &* UInt64(header.instructionSize)
  }

  /// DWARF 5, section 6.2.5.2, *Standard Opcodes*.
  private func standard(_ code: UInt8, _ cursor: inout ByteCursor, _ row: inout Row) -> Effect? {
    switch code {
    case 0: return extended(&cursor, &row)
    case 1: return .row
    case 2: advance(&row, by: cursor.variableNumber())
    case 3: row.line &+= UInt64(bitPattern: cursor.signedVariableNumber())
    case 4: row.file = cursor.variableNumber()
    case 8: advance(&row, bySpecial: 255)
    case 9: row.address &+= UInt64(cursor.uint16())
    case 10 where header.operandCounts[9] == 0: row.isPrologueEnd = true
    // Columns, and what a debugger wants to know of rows.
    default: for _ in 0..<header.operandCounts[Int(code) - 1] { _ = cursor.variableNumber() }
    }
    return Effect.none
  }

  /// DWARF 5, section 6.2.5.3, *Extended Opcodes*.
  private func extended(_ cursor: inout ByteCursor, _ row: inout Row) -> Effect? {
    let length = cursor.variableNumber()
    guard length > 0 else { return nil }
    switch cursor.byte() {
    case 1:
      cursor.skip(length - 1)
      return .end
    case 2: row.address = cursor.number(ofSize: Int(clamping: length - 1))
    default: cursor.skip(length - 1)
    }
    return Effect.none
  }
}
