/// The generic arguments of a closure, as the runtime wants them to build the types of its captures.
package struct GenericEnvironment: Hashable, Sendable {
  /// The arguments by depth and index of the parameter; null where one was not found.
  private var levels: [[UInt]] = []

  /// Whether every parameter up to the last one found has an argument.
  var isComplete: Bool { !levels.contains { $0.contains(0) } }

  /// Whether there is an argument for the parameter.
  func hasArgument(for parameter: GenericParameter) -> Bool {
    levels.indices.contains(parameter.depth)
      && levels[parameter.depth].indices.contains(parameter.index)
      && levels[parameter.depth][parameter.index] != 0
  }

  /// The arguments in the order of the flattened parameters.
  var arguments: [UInt] { levels.flatMap { $0 } }

  mutating func set(_ argument: TypeMetadata, for parameter: GenericParameter) {
    while levels.count <= parameter.depth { levels.append([]) }
    while levels[parameter.depth].count <= parameter.index { levels[parameter.depth].append(0) }
    levels[parameter.depth][parameter.index] = argument.address.bits
  }

  /// Calls `body` with a `TargetGenericEnvironment` (`include/swift/ABI/GenericContext.h`) and the arguments.
  ///
  /// Its layout: 32 bits of flags (12 bits of levels, then the requirement count), the cumulative number
  /// of parameters of each level in 16 bits, one byte for each parameter.
  func withPointers<Result>(
    _ body: (UnsafeRawPointer?, UnsafePointer<UnsafeRawPointer?>?) -> Result
  ) -> Result {
    var bytes: [UInt8] = [UInt8(levels.count & 0xFF), UInt8((levels.count >> 8) & 0xF), 0, 0]
    var total = 0
    for level in levels {
      total += level.count
      bytes += [UInt8(total & 0xFF), UInt8(total >> 8 & 0xFF)]
    }
    let typeParameterWithKeyArgument: UInt8 = 0x80
    bytes += Array(repeating: typeParameterWithKeyArgument, count: total)
    // The runtime reads the flags as one 32-bit word.
    let descriptor = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 4)
    defer { descriptor.deallocate() }
    descriptor.copyBytes(from: bytes)
    return arguments.withUnsafeBytes { arguments in
      body(
        UnsafeRawPointer(descriptor.baseAddress),
        arguments.baseAddress?.assumingMemoryBound(to: UnsafeRawPointer?.self))
    }
  }
}

/// A generic parameter by depth and index, as `x`, `q_`, `qd__` … name it.
///
/// Source: `docs/ABI/Mangling.rst`, "generic-param-index".
struct GenericParameter: Hashable, Sendable {
  /// More parameters, or levels of them, than any declaration has: a name that says more is broken.
  private static let most = 1024

  let depth: Int
  let index: Int

  init(depth: Int, index: Int) { (self.depth, self.index) = (depth, index) }

  /// The parameter that `text` names, or `nil` when it is not a plain parameter.
  init?(mangled text: String) {
    var bytes = Array(text.utf8)[...]
    switch bytes.popFirst() {
    case UInt8(ascii: "x") where bytes.isEmpty: self.init(depth: 0, index: 0)
    case UInt8(ascii: "q"): self.init(indexIn: &bytes)
    default: return nil
    }
  }

  /// The parameter whose index `bytes` begin with; the index is taken off them.
  init?(indexIn bytes: inout ArraySlice<UInt8>) {
    switch bytes.first {
    case UInt8(ascii: "z"):
      bytes = bytes.dropFirst()
      self.init(depth: 0, index: 0)
    case UInt8(ascii: "d"):
      bytes = bytes.dropFirst()
      guard let depth = Self.nextIndex(&bytes), let index = Self.nextIndex(&bytes) else {
        return nil
      }
      self.init(depth: depth + 1, index: index)
    default:
      guard let index = Self.nextIndex(&bytes) else { return nil }
      self.init(depth: 0, index: index + 1)
    }
  }

  /// An index: "_" is 0, "0_" is 1, "1_" is 2.
  private static func nextIndex(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    let digits = bytes.prefix { $0 != UInt8(ascii: "_") }
    bytes = bytes.dropFirst(digits.count)
    guard bytes.popFirst() != nil else { return nil }
    if digits.isEmpty { return 0 }
    // A sign would be read as part of the number.
    guard digits.first?.isDigit == true,
      let number = Int(String(decoding: digits, as: UTF8.self)), number < most
    else { return nil }
    return number + 1
  }
}
