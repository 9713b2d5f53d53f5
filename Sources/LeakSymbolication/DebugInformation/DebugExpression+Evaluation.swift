extension DebugExpression {
  /// Where the variable is in the frame that `state` is of; `nil` where that is not known.
  ///
  /// - Complexity: O(*n*) in the number of operations.
  package func evaluate(_ state: some DebugMachineState) -> VariablePlace? {
    var base: UInt64?
    if operations.contains(where: \.isFrameOffset) {
      // The base of the frame is what a register has, or an address that an expression tells.
      switch Self.evaluate(frameBase, frameBase: nil, state) {
      case .register(let number): base = state.register(number)
      case .memory(let address), .value(let address): base = address
      case nil: break
      }
    }
    return Self.evaluate(operations, frameBase: base, state)
  }

  /// The deepest stack of words.
  private static let limit = 64

  private static func evaluate(
    _ operations: [Operation], frameBase: UInt64?, _ state: some DebugMachineState
  ) -> VariablePlace? {
    if case .register(let number)? = operations.first {
      return operations.count == 1 ? .register(number) : nil
    }
    var words: [UInt64] = []
    for (index, operation) in operations.enumerated() {
      if case .value = operation {
        return index + 1 == operations.count ? words.last.map(VariablePlace.value) : nil
      }
      guard
        let word = operation.word(&words, frameBase: frameBase, state)
      else { return nil }
      words += word
      if words.count > limit { return nil }
    }
    return words.last.map(VariablePlace.memory)
  }
}

extension DebugExpression.Operation {
  fileprivate var isFrameOffset: Bool {
    if case .frameOffset = self { true } else { false }
  }

  /// Takes words from the stack, and returns those that come in their place; `nil` when that cannot be done.
  fileprivate func word(
    _ words: inout [UInt64], frameBase: UInt64?, _ state: some DebugMachineState
  ) -> [UInt64]? {
    switch self {
    case .constant(let constant): return [constant]
    case .address(let address): return [address &+ state.bias]
    case .registerOffset(let number, let offset):
      return state.register(number).map { [$0 &+ UInt64(bitPattern: offset)] }
    case .frameOffset(let offset): return frameBase.map { [$0 &+ UInt64(bitPattern: offset)] }
    case .canonicalFrameAddress: return state.canonicalFrameAddress.map { [$0] }
    case .entryRegister(let number): return state.entryRegister(number).map { [$0] }
    case .add(let constant): return words.popLast().map { [$0 &+ constant] }
    case .load(let size):
      let word = words.popLast().flatMap(state.word)
      return word.map { [size < 8 ? $0 & (1 << (8 * UInt64(size)) - 1) : $0] }
    case .binary(let binary):
      guard let right = words.popLast(), let left = words.popLast() else { return nil }
      return [binary.result(left, right)]
    case .negate: return words.popLast().map { [0 &- $0] }
    case .complement: return words.popLast().map { [~$0] }
    case .pick(let depth): return depth < words.count ? [words[words.count - 1 - depth]] : nil
    case .drop: return words.popLast() == nil ? nil : []
    case .swap:
      guard let right = words.popLast(), let left = words.popLast() else { return nil }
      return [right, left]
    // A register is the whole of an expression; the others are not for a frame.
    case .register, .value, .threadLocal: return nil
    }
  }
}

extension DebugExpression.Binary {
  /// DWARF 5, section 2.5.1.4, *Arithmetic and Logical Operations*.
  fileprivate func result(_ left: UInt64, _ right: UInt64) -> UInt64 {
    switch self {
    case .plus: left &+ right
    case .minus: left &- right
    case .and: left & right
    case .or: left | right
    case .xor: left ^ right
    case .shiftLeft: left << right
    case .shiftRight: left >> right
    case .multiply: left &* right
    }
  }
}
