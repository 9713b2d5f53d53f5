import LeakBase
import LeakSymbolication

/// A type's mangled name as debug information and symbols have it: text alone, without abbreviations.
///
/// The runtime finds no private or local type by its text, so the descriptors of those are referred to as metadata does.
package struct MangledTypeText: Hashable {
  /// Without what every mangled name begins with and ends with.
  package let text: String
  /// The same with a number for each nominal type, as ``MangledExpansion/Element/encoded``.
  private let encoded: [UInt8]
  private let nominals: [[UInt8]]
  /// Those of them that the type itself names. What a variable is declared in may have no descriptor.
  private var named: Set<Int> {
    var named: Set<Int> = []
    var rest = encoded[...]
    while let byte = rest.popFirst() {
      if byte == MangledExpansion.reference, let number = rest.popFirst() {
        named.insert(Int(number))
      }
    }
    return named
  }

  /// - Parameter name: A type's mangled name, as in `$s4Shop4CartCD`.
  package init?(_ name: String) {
    guard name.hasPrefix("$s"), name.hasSuffix("D") else { return nil }
    self.init(text: String(name.dropFirst(2).dropLast()))
  }

  package init(text: String) {
    let (type, nominals) = MangledExpansion.type(text) ?? Self.asItIs(text)
    self.init(type, nominals)
  }

  /// A name that is not understood, such as a function's type's. Alone it may refer to itself.
  private static func asItIs(_ text: String) -> (MangledExpansion.Element, [[UInt8]]) {
    var nominal = text[...]
    while nominal.hasSuffix("Sg") { nominal = nominal.dropLast(2) }
    guard let last = nominal.last, "CVO".contains(last) else {
      return (MangledExpansion.Element(.type, Array(text.utf8)), [])
    }
    let optionals = text[nominal.endIndex...].utf8
    return (
      MangledExpansion.Element(
        .type, Array(text.utf8), encoded: [MangledExpansion.reference, 0] + optionals),
      [Array(nominal.utf8)]
    )
  }

  /// The type of the variable that has the symbol `symbol`; `nil` where that does not say.
  package init?(ofVariable symbol: String) {
    guard symbol.hasPrefix("$s"),
      let (type, nominals) = MangledExpansion.variableType(in: symbol.dropFirst(2))
    else { return nil }
    self.init(type, nominals)
  }

  private init(_ type: MangledExpansion.Element, _ nominals: [[UInt8]]) {
    text = String(decoding: type.text, as: UTF8.self)
    encoded = type.encoded
    self.nominals = nominals
  }

  /// Whether the name is that of a class, or of an optional one: a reference, whatever the runtime knows of it.
  package var isClass: Bool {
    let name = withoutOptionals
    return name.hasSuffix("C") || name.hasSuffix("G") && outermost?.last == UInt8(ascii: "C")
  }

  /// The name of the nominal type that the name begins with: what a generic type begins with is its own name, and its arguments end with
  /// `G`.
  private var outermost: [UInt8]? {
    encoded.first == MangledExpansion.reference ? nominals[Int(encoded[1])] : nil
  }

  /// Whether the name is that of a collection that is one reference to its elements, whatever these are.
  ///
  /// Source: `docs/ABI/Mangling.rst`, "Substitutions": `Sa` is `Array`, `SD` `Dictionary`, `Sh` `Set`.
  var isCollection: Bool {
    // What a generic type begins with is its own name, and its arguments end with `G`.
    let name = withoutOptionals
    return name.hasSuffix("G")
      && ["Say", "SDy", "Shy", "s15ContiguousArrayVy"].contains(where: name.hasPrefix)
  }

  /// The name without the signs of optionals behind it.
  private var withoutOptionals: String {
    var name = text[...]
    while name.hasSuffix("Sg") { name = name.dropLast(2) }
    return String(name)
  }

  // MARK: In memory

  /// What `body` makes first of something of the name in memory: with references to the descriptors of all types, as far as
  /// `descriptor` finds them by their names, and then to those of private and local types alone. The runtime goes through the types of
  /// all libraries to find one by its text.
  package func first<Result>(
    descriptor: (String) -> UInt?, _ body: (MangledName) -> Result?
  ) -> Result? {
    let names = nominals.map { String(decoding: $0, as: UTF8.self) }
    let named = named
    let hidden = named.filter { Self.isHidden(names[$0]) }
    let all = names.indices.map { named.contains($0) ? descriptor(names[$0]) : nil }
    // What is hidden and has no descriptor cannot be found at all.
    guard hidden.allSatisfy({ all[$0] != nil }) else { return nil }
    if let result = withBytes(all, body) { return result }
    let needed = names.indices.map { hidden.contains($0) ? all[$0] : nil }
    return needed == all ? nil : withBytes(needed, body)
  }

  /// Whether the type is in no table of the runtime's: a private or local one.
  ///
  /// Source: `docs/ABI/Mangling.rst`, "Entities": `LL` ends a private name, and `L` with an index a local one.
  static func isHidden(_ nominal: String) -> Bool {
    let letters = Array(nominal.utf8)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return letters.indices.contains { index in
      guard letters[index] == UInt8(ascii: "L") else { return false }
      let rest = letters[(index + 1)...]
      return rest.first == UInt8(ascii: "L")
        || rest.first { !digits.contains($0) } == UInt8(ascii: "_")
    }
  }

  /// Writes the name to memory, with a reference for each nominal type of which the descriptor is known.
  ///
  /// A reference of kind 2 is the distance to a place that has the descriptor's address. Those are behind the name.
  private func withBytes<Result>(
    _ descriptors: [UInt?], _ body: (MangledName) -> Result
  ) -> Result {
    var bytes: [UInt8] = []
    var references: [(place: Int, descriptor: UInt)] = []
    var rest = encoded[...]
    while let byte = rest.popFirst() {
      guard byte == MangledExpansion.reference, let number = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      if let descriptor = descriptors[Int(number)] {
        references.append((bytes.count + 1, descriptor))
        bytes += [2, 0, 0, 0, 0]
      } else {
        bytes += nominals[Int(number)]
      }
    }
    bytes += [UInt8](repeating: 0, count: 8 - bytes.count % 8)
    for reference in references {
      let distance = Int32(bytes.count - reference.place)
      withUnsafeBytes(of: distance.littleEndian) {
        bytes.replaceSubrange(reference.place..<reference.place + 4, with: $0)
      }
      bytes += withUnsafeBytes(of: reference.descriptor.littleEndian, Array.init)
    }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 8, alignment: 8)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    memory.copyBytes(from: bytes)
    return body(MangledName(at: Address(UInt(bitPattern: memory.baseAddress))))
  }
}
