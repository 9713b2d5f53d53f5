/// Writes a mangled name's types without the abbreviations that refer to what the name had before.
///
/// A mangled name is a program for a stack: each operator takes what it is for from the stack and puts what it makes there.
/// What a name abbreviates is known only while it is executed. The operators that make types are known here; a name with
/// others has no expansion.
///
/// Source: `docs/ABI/Mangling.rst`; `lib/Demangling/Demangler.cpp` of the Swift repository for what may be referred to.
package struct MangledExpansion {
  /// What is on the stack.
  package struct Element {
    package enum Kind {
      case identifier, name, context, type, emptyList, marker, annotation, requirement
    }

    package var kind: Kind
    /// Its mangled name.
    package var text: [UInt8]
    /// The same with ``reference`` and a number for each nominal type that is a type here, and not what another is nested in.
    package var encoded: [UInt8]

    package init(_ kind: Kind, _ text: [UInt8], encoded: [UInt8]? = nil) {
      self.kind = kind
      self.text = text
      self.encoded = encoded ?? text
    }
  }

  /// Stands before the number of a nominal type.
  package static let reference: UInt8 = 2
  /// No name has more nominal types.
  static let mostNominals = 255

  var rest: ArraySlice<UInt8>
  var stack: [Element] = []
  var substitutions: [Element] = []
  var words: [ArraySlice<UInt8>] = []
  /// The mangled names of the nominal types in ``Element/encoded``.
  package var nominals: [[UInt8]] = []

  private init(_ name: some StringProtocol) {
    rest = ArraySlice(name.utf8)
  }

  /// A type's mangled name, without what every name begins with; `nil` where it is not understood.
  package static func type(_ name: some StringProtocol) -> (Element, nominals: [[UInt8]])? {
    var expansion = MangledExpansion(name)
    guard expansion.run(until: { _ in false }), expansion.stack.count == 1,
      let type = expansion.pop(.type)
    else { return nil }
    return (type, expansion.nominals)
  }

  /// The mangled name of a nominal type without abbreviations; `nil` where it is not understood.
  package static func nominal(_ name: some StringProtocol) -> String? {
    var plain = MangledExpansion(name)
    if plain.isPlain() { return String(name) }
    return type(name).map { String(decoding: $0.0.text, as: UTF8.self) }
  }

  /// Whether the name has no abbreviations: a module, and then identifiers with kinds. Most are such, and a library has thousands.
  private mutating func isPlain() -> Bool {
    guard skipPlainIdentifier(), !rest.isEmpty else { return false }
    while !rest.isEmpty {
      guard skipPlainIdentifier(), let kind = take(),
        kind == "C" || kind == "O" || kind == "P" || kind == "V"
      else { return false }
    }
    return true
  }

  /// Goes on behind an identifier that is written out, with its length; false where there is none. Others begin with 0.
  private mutating func skipPlainIdentifier() -> Bool {
    guard rest.first != UInt8(ascii: "0"), let length = takeNumber(), length <= rest.count else {
      return false
    }
    rest = rest.dropFirst(length)
    return true
  }

  /// The type of the variable of which the symbol `name` speaks, without what every name begins with: `…vp`, and what follows
  /// that; `nil` where it is not understood.
  package static func variableType(in name: some StringProtocol) -> (Element, nominals: [[UInt8]])?
  {
    var expansion = MangledExpansion(name)
    guard expansion.run(until: { $0 == "v" }),
      expansion.rest.dropFirst().first == UInt8(ascii: "p"),
      let type = expansion.pop(.type)
    else { return nil }
    return (type, expansion.nominals)
  }

  /// Executes the name up to an operator; false where something is not understood.
  private mutating func run(until isEnd: (UInt8) -> Bool) -> Bool {
    while let byte = rest.first {
      if isEnd(byte) { return true }
      guard step() else { return false }
    }
    return true
  }
}

// MARK: - The stack

extension MangledExpansion {
  mutating func push(_ element: Element, isSubstitution: Bool = false) {
    stack.append(element)
    if isSubstitution { substitutions.append(element) }
  }

  mutating func pop(_ kinds: Element.Kind...) -> Element? {
    guard let last = stack.last, kinds.contains(last.kind) else { return nil }
    return stack.removeLast()
  }

  /// Takes an element off the stack, or several, and puts `kind` there, made of these and of `suffix`.
  mutating func combine(
    _ parts: [Element?], _ suffix: String, as kind: Element.Kind, isSubstitution: Bool = false
  ) -> Bool {
    let parts = parts.compactMap(\.self)
    push(
      Element(
        kind, parts.flatMap(\.text) + suffix.utf8, encoded: parts.flatMap(\.encoded) + suffix.utf8),
      isSubstitution: isSubstitution)
    return true
  }

  mutating func take() -> UInt8? { rest.popFirst() }

  mutating func takeNumber() -> Int? {
    let digits = rest.prefix(while: \.isDigit)
    guard !digits.isEmpty, digits.count < 7 else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// A number as names have it: `_` is 0, `0_` is 1. It is given as it is written.
  mutating func takeIndex() -> String? {
    let digits = rest.prefix { $0 != "_" }
    guard digits.count < 7, rest.count > digits.count, digits.allSatisfy(\.isDigit) else {
      return nil
    }
    rest = rest.dropFirst(digits.count + 1)
    return String(decoding: digits, as: UTF8.self) + "_"
  }
}

extension UInt8 {
  static func == (byte: UInt8, character: Unicode.Scalar) -> Bool {
    byte == UInt8(ascii: character)
  }
  static func != (byte: UInt8, character: Unicode.Scalar) -> Bool {
    byte != UInt8(ascii: character)
  }

  package var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLower: Bool { (0x61...0x7A).contains(self) }
  package var isUpper: Bool { (0x41...0x5A).contains(self) }
}

func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool { byte == UInt8(ascii: character) }
