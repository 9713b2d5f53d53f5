/// A type's mangled name as debug information and symbols have it: text alone.
///
/// The runtime finds no private or local type by its text, so where the name is that of one alone, or of an optional one,
/// its descriptor is referred to as metadata does.
struct MangledTypeText: Hashable {
  /// Without what every mangled name begins with and ends with.
  let text: String

  /// - Parameter name: A type's mangled name, as in `$s4Shop4CartCD`.
  init?(_ name: String) {
    guard name.hasPrefix("$s"), name.hasSuffix("D") else { return nil }
    self.init(text: String(name.dropFirst(2).dropLast()))
  }

  init(text: String) {
    // Debug information has the names of two types that the runtime knows as what they stand for.
    var text = text
    for (alias, type) in [("s9AnyObjecta", "yXl"), ("XSq", "Sg")] {
      while let range = text.range(ofLast: alias) { text.replaceSubrange(range, with: type) }
    }
    self.text = text
  }

  /// Whether the name is that of a class, or of an optional one: a reference, whatever the runtime knows of it.
  var isClass: Bool { withoutOptionals.hasSuffix("C") }

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

  /// What `body` makes first of something of the name in memory: as it is, and then with a reference to the descriptor of the
  /// nominal type that it begins with, which `descriptor` finds by that type's name.
  func first<Result>(
    descriptor: (String) -> UInt?, _ body: (MangledName) -> Result?
  ) -> Result? {
    // Private and local types are in no table of the runtime's.
    let isHidden = text.contains("LL") || text.contains("L_")
    if !isHidden, let result = Self.withBytes(Array(text.utf8), body) { return result }
    guard let nominal = nominalPrefix, let found = descriptor(nominal) else { return nil }
    // A reference of kind 2: the distance to the descriptor's address, which stands behind the name.
    let rest = Array(text.utf8.dropFirst(nominal.utf8.count))
    let place = (5 + rest.count + 8) & ~7
    let distance = UInt32(place - 1)
    var bytes: [UInt8] = [2]
    bytes += withUnsafeBytes(of: distance.littleEndian, Array.init)
    bytes += rest
    bytes += [UInt8](repeating: 0, count: place - bytes.count)
    bytes += withUnsafeBytes(of: found.littleEndian, Array.init)
    return Self.withBytes(bytes, body)
  }

  /// The name of the nominal type that the name begins with: alone, of an optional one, or before its generic arguments. Nothing
  /// behind it may refer to a part of it.
  private var nominalPrefix: String? {
    let alone = withoutOptionals
    if let last = alone.last, "CVO".contains(last) { return alone }
    guard let tokens = MangledTokens(text), let end = tokens.endOfNominal else { return nil }
    return tokens.refersBack(from: end) ? nil : tokens.text(upTo: end)
  }

  private static func withBytes<Result>(
    _ bytes: [UInt8], _ body: (MangledName) -> Result
  ) -> Result {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 8, alignment: 8)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    memory.copyBytes(from: bytes)
    return body(MangledName(at: Address(UInt(bitPattern: memory.baseAddress))))
  }
}

extension String {
  /// The last place of `other` in the text.
  fileprivate func range(ofLast other: String) -> Range<Index>? {
    var end = endIndex
    while let start = index(end, offsetBy: -other.count, limitedBy: startIndex) {
      let stop = index(start, offsetBy: other.count)
      if self[start..<stop] == other { return start..<stop }
      guard start > startIndex else { return nil }
      end = index(before: end)
    }
    return nil
  }
}
