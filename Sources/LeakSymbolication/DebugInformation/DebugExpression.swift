/// Where a variable is, as a program for a stack of words (DWARF 5, section 2.5, *DWARF Expressions*).
package struct DebugExpression: Hashable, Sendable {
  enum Operation: Hashable, Sendable {
    case constant(UInt64)
    /// An address in the file's own numbering.
    case address(UInt64)
    /// The variable is in the register with this number.
    case register(Int)
    /// What a register has, and a distance.
    case registerOffset(Int, Int64)
    /// A distance from the base of the function's frame.
    case frameOffset(Int64)
    case canonicalFrameAddress
    /// What a register had when the function was entered.
    case entryRegister(Int)
    case add(UInt64)
    /// Reads so many bytes.
    case load(size: Int)
    case binary(Binary)
    case negate
    case complement
    /// Takes the word that is so many below the topmost one once more.
    case pick(Int)
    case drop
    case swap
    /// The topmost word is the variable's value.
    case value
    /// The topmost word is an offset in the thread's own memory.
    case threadLocal
  }

  enum Binary: Hashable, Sendable {
    case plus
    case minus
    case and
    case or
    case xor
    case shiftLeft
    case shiftRight
    case multiply
  }

  var operations: [Operation]
  /// The base of the function's frame is told by an expression of its own; empty where there is none.
  var frameBase: [Operation] = []
}

/// Where a variable is.
package enum VariablePlace: Hashable, Sendable {
  /// At this address.
  case memory(UInt64)
  /// In the register with this number.
  case register(Int)
  /// Nowhere: this is its value.
  case value(UInt64)
}

/// What an expression asks of the frame that it is evaluated in.
///
/// Registers have the numbers of the processor's ABI: for x86-64 those of the *System V ABI, AMD64 Architecture
/// Processor Supplement*, figure 3.36.
package protocol DebugMachineState {
  /// What a register has; `nil` where that is not known.
  func register(_ number: Int) -> UInt64?

  /// What a register had when the function was entered; `nil` where that is not known.
  func entryRegister(_ number: Int) -> UInt64?

  /// The stack pointer's value in the caller, before the call.
  var canonicalFrameAddress: UInt64? { get }

  /// The word at an address; `nil` where there is no memory.
  func word(at address: UInt64) -> UInt64?

  /// What is added to the addresses in the file.
  var bias: UInt64 { get }
}
