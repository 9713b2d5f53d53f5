import LeakBase

/// A tuple with functions in it, as a capture's mangled name has it.
///
/// Captures have the types of the compiler's intermediate language, of which the runtime builds no function's, and no tuple with one
/// in it. Here the elements are told apart whose ends are plain: nominal types that are not generic, and functions without parameters
/// and results.
///
/// Source: `docs/ABI/Mangling.rst`, "Types": a list of types has an underscore behind its first element, and a label follows its
/// element's type.
struct MangledTuple {
  struct Element {
    var type: MangledName
    var label: String
  }

  private(set) var elements: [Element] = []

  /// `nil` where the name is something else, or has a type that is not told apart.
  init?(_ name: MangledName) {
    guard name.text.hasSuffix("t"), name.text.contains("I") else { return nil }
    var rest = Reader(name: name)
    while !rest.isAtEnd {
      guard let type = rest.takeType() else { return nil }
      elements.append(Element(type: type, label: rest.takeLabel() ?? "\(elements.count)"))
      if elements.count == 1, !rest.take("_") { return nil }
    }
    guard elements.count > 1 else { return nil }
  }

  /// Goes through the bytes of a name, up to the `t` that ends it.
  private struct Reader {
    let name: MangledName
    private var offset = 0

    init(name: MangledName) { self.name = name }

    var isAtEnd: Bool { offset + 1 >= name.length }

    private func byte(at place: Int) -> UInt8 {
      place + 1 < name.length ? name.address.byte(at: place) : 0
    }

    private func has(_ text: StaticString, at place: Int) -> Bool {
      text.withUTF8Buffer { $0.enumerated().allSatisfy { byte(at: place + $0) == $1 } }
    }

    mutating func take(_ text: StaticString) -> Bool {
      guard has(text, at: offset) else { return false }
      offset += text.utf8CodeUnitCount
      return true
    }

    /// A nominal type, or a function, and the signs of optionals behind it.
    mutating func takeType() -> MangledName? {
      let start = offset
      switch byte(at: offset) {
      case 0x01, 0x02: offset += 5
      case UInt8(ascii: "S") where Self.standardTypes.contains(byte(at: offset + 1)): offset += 2
      case UInt8(ascii: "I"):
        // `g` is how a function is called that takes its context as guaranteed; then come no operands.
        guard take("Ieg") || take("IeAg") else { return nil }
        while take("h") || take("H") || take("T") {}
        guard take("_") else { return nil }
      default: return nil
      }
      while take("Sg") {}
      // Generic arguments.
      if byte(at: offset) == UInt8(ascii: "y") { return nil }
      return name.part(start..<offset)
    }

    /// Types of the standard library's that have an abbreviation and no arguments.
    private static let standardTypes = Set("ibdfuSJ".utf8)

    /// An identifier with its length before it.
    mutating func takeLabel() -> String? {
      let digits = UInt8(ascii: "1")...UInt8(ascii: "9")
      guard digits.contains(byte(at: offset)) else { return nil }
      var count = 0
      let zero = UInt8(ascii: "0")
      while (zero...digits.upperBound).contains(byte(at: offset)), count < name.length {
        count = count * 10 + Int(byte(at: offset) - zero)
        offset += 1
      }
      guard offset + count < name.length else { return nil }
      defer { offset += count }
      return String(
        decoding: (offset..<offset + count).map { name.address.byte(at: $0) }, as: UTF8.self)
    }
  }
}
