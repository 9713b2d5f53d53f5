extension DebugExpression {
  /// Reads an expression of `unit`; `nil` when it has an operation that is not known, or is in pieces.
  init?(_ bytes: FileBytes, in unit: DebugUnit, frameBase: FileBytes? = nil) {
    guard let operations = Self.operations(bytes, in: unit), !operations.isEmpty else { return nil }
    self.operations = operations
    self.frameBase = frameBase.flatMap { Self.operations($0, in: unit) } ?? []
  }

  /// The longest expression that is read.
  private static let limit = 64

  private static func operations(_ bytes: FileBytes, in unit: DebugUnit) -> [Operation]? {
    var cursor = ByteCursor(bytes)
    var operations: [Operation] = []
    while !cursor.isAtEnd, operations.count < limit {
      let code = cursor.byte()
      // `DW_OP_nop`.
      if code == 0x96 { continue }
      guard let operation = operation(code, &cursor, in: unit), !cursor.hasFailed else {
        return nil
      }
      operations.append(operation)
    }
    return cursor.isAtEnd && !cursor.hasFailed ? operations : nil
  }

  /// DWARF 5, section 7.7.1, *Operation Encodings*.
  private static func operation(
    _ code: UInt8, _ cursor: inout ByteCursor, in unit: DebugUnit
  ) -> Operation? {
    switch code {
    case 0x03: return .address(cursor.number(ofSize: unit.addressSize))
    case 0xa1:
      return unit.address(of: .addressIndex(cursor.variableNumber())).map(Operation.address)
    case 0x50...0x6f: return .register(Int(code - 0x50))
    case 0x90: return register(&cursor).map(Operation.register)
    case 0x70...0x8f: return .registerOffset(Int(code - 0x70), cursor.signedVariableNumber())
    case 0x92:
      return register(&cursor).map { .registerOffset($0, cursor.signedVariableNumber()) }
    case 0x91: return .frameOffset(cursor.signedVariableNumber())
    case 0x9c: return .canonicalFrameAddress
    // `DW_OP_entry_value`, and GNU's before there was one.
    case 0xa3, 0xf3: return entryRegister(&cursor)
    case 0x23: return .add(cursor.variableNumber())
    case 0x06: return .load(size: 8)
    case 0x94:
      let size = Int(cursor.byte())
      return [1, 2, 4, 8].contains(size) ? .load(size: size) : nil
    case 0x12: return .pick(0)
    case 0x13: return .drop
    case 0x14: return .pick(1)
    case 0x15: return .pick(Int(cursor.byte()))
    case 0x16: return .swap
    case 0x9f: return .value
    // `DW_OP_form_tls_address`, and GNU's before there was one.
    case 0x9b, 0xe0: return .threadLocal
    default: return constant(code, &cursor).map(Operation.constant) ?? arithmetic(code)
    }
  }

  private static func arithmetic(_ code: UInt8) -> Operation? {
    switch code {
    case 0x1a: .binary(.and)
    case 0x1c: .binary(.minus)
    case 0x1e: .binary(.multiply)
    case 0x1f: .negate
    case 0x20: .complement
    case 0x21: .binary(.or)
    case 0x22: .binary(.plus)
    case 0x24: .binary(.shiftLeft)
    case 0x25: .binary(.shiftRight)
    case 0x27: .binary(.xor)
    default: nil
    }
  }

  private static func constant(_ code: UInt8, _ cursor: inout ByteCursor) -> UInt64? {
    switch code {
    case 0x30...0x4f: UInt64(code - 0x30)
    case 0x08: cursor.number(ofSize: 1)
    case 0x09: UInt64(bitPattern: Int64(Int8(truncatingIfNeeded: cursor.number(ofSize: 1))))
    case 0x0a: cursor.number(ofSize: 2)
    case 0x0b: UInt64(bitPattern: Int64(Int16(truncatingIfNeeded: cursor.number(ofSize: 2))))
    case 0x0c: cursor.number(ofSize: 4)
    case 0x0d: UInt64(bitPattern: Int64(Int32(truncatingIfNeeded: cursor.number(ofSize: 4))))
    case 0x0e, 0x0f: cursor.number(ofSize: 8)
    case 0x10: cursor.variableNumber()
    case 0x11: UInt64(bitPattern: cursor.signedVariableNumber())
    default: nil
    }
  }

  private static func register(_ cursor: inout ByteCursor) -> Int? {
    let number = cursor.variableNumber()
    return number < 256 ? Int(number) : nil
  }

  /// Of an expression for the function's beginning, only the name of a register is read.
  private static func entryRegister(_ cursor: inout ByteCursor) -> Operation? {
    let bytes = cursor.bytes(cursor.variableNumber())
    var inner = ByteCursor(bytes)
    let code = inner.byte()
    guard !inner.hasFailed, (0x50...0x6f).contains(code), inner.isAtEnd else { return nil }
    return .entryRegister(Int(code - 0x50))
  }
}
