import LeakBase

/// A tuple with functions in it, as a capture's mangled name has it.
///
/// Captures and payloads have the types of the compiler's intermediate language, of which the runtime builds no function's, and no
/// tuple with one in it. Here the elements are told apart: nominal types, with generic arguments or without, optionals, existential
/// types, and functions with what they take and give. A name with anything else in it is not.
///
/// Source: `docs/ABI/Mangling.rst`, "Types": a list of types has an underscore behind its first element, a label follows its element's
/// type, and a function's parameters and results stand before its `I`.
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
      // What has no label yet when one comes, or when the tuple ends, are elements without any; but the first one ends by itself.
      var isEnd = elements.isEmpty && rest.takeEndOfFirst()
      let label = isEnd ? nil : rest.takeLabel()
      if label != nil, elements.isEmpty {
        guard rest.take("_") else { return nil }
        isEnd = true
      }
      if !isEnd, label == nil {
        guard rest.takePart() else { return nil }
        if !rest.isAtEnd { continue }
      }
      guard let types = rest.takeTypes() else { return nil }
      if isEnd, types.count > 1 { return nil }
      for (index, type) in types.enumerated() {
        let own = index == types.count - 1 ? label : nil
        elements.append(Element(type: type, label: own ?? "\(elements.count)"))
      }
    }
    guard elements.count > 1 else { return nil }
  }

  /// Goes through the bytes of a name, up to the `t` that ends it.
  private struct Reader {
    let name: MangledName
    private var offset = 0
    /// A type that may be an operand of what follows.
    private struct Operand {
      var start: Int
      /// Whether it is written together with others.
      var isOneOfMany = false
      /// Whether it is, or has, what stood before in the name: it means something else by itself.
      var refersBack = false
    }

    private var types: [Operand] = []
    /// Whether what was read last is a nominal type, which may have generic arguments.
    private var isNominal = false
    /// How many types there were before the arguments that are being read.
    private var arguments: [Int] = []
    /// Where the last type ends.
    private var end = 0

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

    private mutating func take(anyOf letters: StaticString) -> Bool {
      let next = byte(at: offset)
      guard letters.withUTF8Buffer({ $0.contains(next) }) else { return false }
      offset += 1
      return true
    }

    /// The underscore behind the first element, which an existential type's is not.
    mutating func takeEndOfFirst() -> Bool { !has("_p", at: offset) && take("_") }

    /// The types that were read, one behind the other; `nil` where there are none, or one is not at its end.
    mutating func takeTypes() -> [MangledName]? {
      guard !types.isEmpty, arguments.isEmpty,
        !types.contains(where: { $0.isOneOfMany || $0.refersBack })
      else { return nil }
      let ends = types.dropFirst().map(\.start) + [end]
      defer { types = [] }
      return zip(types, ends).map { name.part($0.start..<$1) }
    }

    private func isDigit(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private mutating func push(from start: Int, isNominal: Bool = false) -> Bool {
      types.append(Operand(start: start))
      self.isNominal = isNominal
      return true
    }

    /// No name has so many types in one place.
    private static let most = 64

    /// A small number, or `nil` where there is none.
    private mutating func takeNumber() -> Int? {
      var number: Int?
      while isDigit(byte(at: offset)), number ?? 0 < Self.most {
        number = (number ?? 0) * 10 + Int(byte(at: offset) - UInt8(ascii: "0"))
        offset += 1
      }
      return number
    }

    private mutating func push(_ count: Int, _ operand: Operand) -> Bool {
      guard count <= Self.most else { return false }
      types += repeatElement(operand, count: count)
      return true
    }

    /// What stood before in the name: `AB` or `A3_`, or several such: `AbC`, `A2B`.
    private mutating func takeSubstitutions(from start: Int) -> Bool {
      let operand = Operand(start: start, refersBack: true)
      while !isAtEnd {
        let number = takeNumber()
        if take("_") { return push(1, operand) }
        let letter = byte(at: offset)
        let isLast = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter)
        guard isLast || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter),
          push(number ?? 1, operand)
        else { return false }
        offset += 1
        if isLast { return true }
      }
      return false
    }

    /// A type without operands, or what makes another type of those before it.
    mutating func takePart() -> Bool {
      defer { end = offset }
      return takeOperator()
    }

    private mutating func takeOperator() -> Bool {
      let start = offset
      let wasNominal = isNominal
      isNominal = false
      switch byte(at: offset) {
      case 0x01, 0x02:
        offset += 5
        return push(from: start, isNominal: true)
      case UInt8(ascii: "S"):
        if take("Sg") { return !types.isEmpty }
        offset += 1
        // Several of one type are written together: `S2i`.
        let count = takeNumber()
        guard Self.standardTypes.contains(byte(at: offset)) else { return false }
        offset += 1
        guard let count else { return push(from: start, isNominal: true) }
        return push(count, Operand(start: start, isOneOfMany: true))
      case UInt8(ascii: "A"):
        offset += 1
        return takeSubstitutions(from: start)
      case UInt8(ascii: "s"):
        offset += 1
        guard takeLabel() != nil else { return false }
        if has("_p", at: offset) { return push(from: start) }
        return take(anyOf: "CVO") && push(from: start, isNominal: true)
      case UInt8(ascii: "_"): return take("_p") && !types.isEmpty
      case UInt8(ascii: "y"):
        offset += 1
        if take("p") || take("t") { return push(from: start) }
        guard wasNominal, !types.isEmpty else { return false }
        arguments.append(types.count)
        return true
      case UInt8(ascii: "G"):
        offset += 1
        guard let count = arguments.popLast(), types.count > count else { return false }
        if types[count...].contains(where: \.refersBack) { types[count - 1].refersBack = true }
        types.removeLast(types.count - count)
        return true
      case UInt8(ascii: "I"):
        guard let count = takeFunction(), count <= types.count - (arguments.last ?? 0) else {
          return false
        }
        let first = count == 0 ? start : types[types.count - count].start
        types.removeLast(count)
        return push(from: first)
      default: return false
      }
    }

    /// How many types a function takes and gives, of which they are the operands.
    ///
    /// Source: `demangleImplFunctionType` in `lib/Demangling/Demangler.cpp`.
    private mutating func takeFunction() -> Int? {
      // `g` is how a function is called that takes its context as guaranteed.
      guard take("Ieg") || take("IeAg") else { return nil }
      while take(anyOf: "hHT") {}
      var count = 0
      while take(anyOf: "iclbnXxgeyvpm") {
        count += 1
        while take(anyOf: "wTIL") {}
      }
      while take(anyOf: "rodua") { count += 1 }
      if take("z") {
        guard take(anyOf: "rodua") else { return nil }
        count += 1
      }
      return take("_") ? count : nil
    }

    /// Types of the standard library's that have an abbreviation.
    private static let standardTypes = Set("abDdfhiJnqSsu".utf8)

    /// An identifier with its length before it.
    mutating func takeLabel() -> String? {
      let digits = UInt8(ascii: "1")...UInt8(ascii: "9")
      guard digits.contains(byte(at: offset)) else { return nil }
      var count = 0
      while isDigit(byte(at: offset)), count < name.length {
        count = count * 10 + Int(byte(at: offset) - UInt8(ascii: "0"))
        offset += 1
      }
      guard offset + count < name.length else { return nil }
      defer { offset += count }
      return String(
        decoding: (offset..<offset + count).map { name.address.byte(at: $0) }, as: UTF8.self)
    }
  }
}
