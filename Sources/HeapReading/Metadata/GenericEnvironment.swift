/// The generic arguments of a closure, as the runtime wants them to build the types of its captures.
struct GenericEnvironment: Hashable, Sendable {
  /// The arguments by depth and index of the parameter; null where one was not found.
  private var levels: [[UInt]] = []

  /// Whether every parameter up to the last one found has an argument.
  var isComplete: Bool { !levels.contains { $0.contains(0) } }

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

  /// The parameter that `text` names, or `nil` when it is not a plain parameter.
  init?(mangled text: String) {
    if text == "x" {
      (depth, index) = (0, 0)
      return
    }
    guard text.hasPrefix("q") else { return nil }
    var rest = text.dropFirst()
    // An index: "_" is 0, "0_" is 1, "1_" is 2.
    func nextIndex() -> Int? {
      let digits = rest.prefix { $0 != "_" }
      rest = rest.dropFirst(digits.count)
      guard rest.first == "_" else { return nil }
      rest = rest.dropFirst()
      if digits.isEmpty { return 0 }
      // A sign would be read as part of the number.
      guard digits.first?.isWholeNumber == true, let number = Int(digits), number < Self.most else {
        return nil
      }
      return number + 1
    }
    if rest.first == "d" {
      rest = rest.dropFirst()
      guard let depth = nextIndex(), let index = nextIndex() else { return nil }
      (self.depth, self.index) = (depth + 1, index)
    } else {
      guard let index = nextIndex() else { return nil }
      (depth, self.index) = (0, index + 1)
    }
  }
}
