extension MangledExpansion {
  /// Executes the next operator; false where it is not understood.
  mutating func step() -> Bool {
    guard let byte = rest.first else { return false }
    if byte.isDigit { return identifier() }
    rest = rest.dropFirst()
    switch byte {
    case "$": return integerType()
    case "A": return substitution()
    case "B": return builtinType()
    case "C", "O", "P", "V": return nominalType(byte)
    case "E":
      guard let type = pop(.type), let module = pop(.identifier, .context) else { return false }
      return combine(
        [Element(.context, module.text), Element(.context, type.text)], "E", as: .context)
    case "G": return boundGenericType()
    case "K": return combine([], "K", as: .annotation)
    case "L": return localName()
    case "R": return requirement()
    case "S": return standardType()
    case "X": return specialType()
    case "Y": return annotation()
    case "_": return combine([], "_", as: .marker)
    case "a": return typeAlias()
    case "c": return functionType("c")
    case "d", "h", "n", "z": return wrapType(String(Unicode.Scalar(byte)))
    case "l": return signature(hasCounts: false)
    case "m": return wrapType("m")
    case "p": return existentialType("p")
    case "q":
      guard let index = takeIndex() else { return false }
      return combine([], "q" + index, as: .type)
    case "r": return signature(hasCounts: true)
    case "s": return combine([], "s", as: .context)
    case "t": return tupleType()
    case "x": return combine([], "x", as: .type)
    case "y": return combine([], "y", as: .emptyList)
    default: return false
    }
  }

  // MARK: Names

  /// A name with its length; or with `0` before it, words of names before, as letters, and others with their lengths.
  private mutating func identifier() -> Bool {
    var name: [UInt8] = []
    var hasWords = false
    if rest.first == UInt8(ascii: "0") {
      rest = rest.dropFirst()
      // Names that are written in another alphabet.
      if rest.first == UInt8(ascii: "0") { return false }
      hasWords = true
    }
    repeat {
      while hasWords, let letter = rest.first, letter.isLower || letter.isUpper {
        rest = rest.dropFirst()
        let index = Int(letter.isLower ? letter - 0x61 : letter - 0x41)
        guard index < words.count else { return false }
        name += words[index]
        hasWords = letter.isLower
      }
      if rest.first == UInt8(ascii: "0") {
        rest = rest.dropFirst()
        break
      }
      guard let length = takeNumber(), length <= rest.count else { return false }
      let part = rest.prefix(length)
      rest = rest.dropFirst(length)
      noteWords(of: part)
      name += part
    } while hasWords
    push(
      Element(.identifier, Array(String(name.count).utf8) + name), isSubstitution: true)
    return true
  }

  /// Words are what a later name may be made of: 26 of them at most, each of two letters at least.
  ///
  /// Source: `isWordStart` and `isWordEnd` in `include/swift/Demangling/ManglingUtils.h`.
  private mutating func noteWords(of name: ArraySlice<UInt8>) {
    let name = Array(name)
    var start: Int?
    for index in 0...name.count {
      let byte = index < name.count ? name[index] : 0
      if let begin = start, Self.endsWord(byte, after: name[index - 1]) {
        if index - begin >= 2, words.count < 26 { words.append(name[begin..<index]) }
        start = nil
      }
      if start == nil, !byte.isDigit, byte != "_", byte != 0 { start = index }
    }
  }

  private static func endsWord(_ byte: UInt8, after previous: UInt8) -> Bool {
    byte == "_" || byte == 0 || !previous.isUpper && byte.isUpper
  }

  private mutating func localName() -> Bool {
    switch rest.first {
    case "L"?:
      rest = rest.dropFirst()
      guard let file = pop(.identifier), let name = pop(.identifier, .name) else { return false }
      return combine([name, file], "LL", as: .name)
    case let byte? where byte == "_" || byte.isDigit:
      guard let index = takeIndex(), let name = pop(.identifier, .name) else { return false }
      return combine([name], "L" + index, as: .name)
    default: return false
    }
  }

  /// What was named before, once or several times.
  private mutating func substitution() -> Bool {
    var count: Int?
    while let byte = take() {
      switch byte {
      case _ where byte.isLower || byte.isUpper:
        let index = Int(byte.isLower ? byte - 0x61 : byte - 0x41)
        guard index < substitutions.count, count ?? 1 <= 2048 else { return false }
        for _ in 0..<max(1, count ?? 1) { push(substitutions[index]) }
        if byte.isUpper { return true }
        count = nil
      case "_":
        let index = (count ?? -1) + 27
        guard index < substitutions.count else { return false }
        push(substitutions[index])
        return true
      case _ where byte.isDigit:
        let digits = rest.prefix(while: \.isDigit)
        guard digits.count < 6 else { return false }
        rest = rest.dropFirst(digits.count)
        count = ([byte] + digits).reduce(0) { $0 * 10 + Int($1 - 0x30) }
      default: return false
      }
    }
    return false
  }

  // MARK: Nominal types

  private mutating func nominalType(_ kind: UInt8, isSubstitution: Bool = true) -> Bool {
    guard let name = pop(.identifier, .name), let context = pop(.identifier, .context, .type) else {
      return false
    }
    let text = context.text + name.text + [kind]
    guard let encoded = reference(to: text) else { return false }
    push(Element(.type, text, encoded: encoded), isSubstitution: isSubstitution)
    return true
  }

  private mutating func reference(to nominal: [UInt8]) -> [UInt8]? {
    if let known = nominals.firstIndex(of: nominal) { return [Self.reference, UInt8(known)] }
    guard nominals.count < Self.mostNominals else { return nil }
    nominals.append(nominal)
    return [Self.reference, UInt8(nominals.count - 1)]
  }

  /// Of aliases two are known: what the language calls `AnyObject` and `Void`.
  private mutating func typeAlias() -> Bool {
    guard let name = pop(.identifier), let context = pop(.context), context.text == Array("s".utf8),
      let type = Self.aliases[String(decoding: name.text, as: UTF8.self)]
    else { return false }
    push(Element(.type, Array(type.utf8)), isSubstitution: true)
    return true
  }

  private static let aliases = ["9AnyObject": "yXl", "4Void": "yt"]

  private mutating func boundGenericType() -> Bool {
    var parts: [Element] = []
    while true {
      while let type = pop(.type) { parts.insert(type, at: 0) }
      if let list = pop(.emptyList) {
        parts.insert(list, at: 0)
        break
      }
      guard let marker = pop(.marker) else { return false }
      parts.insert(marker, at: 0)
    }
    guard let nominal = pop(.type) else { return false }
    return combine([nominal] + parts, "G", as: .type, isSubstitution: true)
  }

  // MARK: Types of the language and of the standard library

  private mutating func standardType() -> Bool {
    var count = 1
    if let first = rest.first, first.isDigit {
      guard let number = takeNumber(), (1...2048).contains(number) else { return false }
      count = number
    }
    guard let byte = take() else { return false }
    switch byte {
    case "o", "C": return combine([], "S" + String(Unicode.Scalar(byte)), as: .context)
    case "g": return wrapType("Sg", isSubstitution: true)
    case "c":
      guard let letter = take() else { return false }
      return combine([], "Sc" + String(Unicode.Scalar(letter)), as: .type)
    case _ where byte.isLower || byte.isUpper:
      for _ in 0..<count {
        push(Element(.type, [UInt8(ascii: "S"), byte]))
      }
      return true
    default: return false
    }
  }

  private mutating func builtinType() -> Bool {
    guard let byte = take() else { return false }
    switch byte {
    case "i", "f":
      guard let index = takeIndex() else { return false }
      return combine([], "B" + String(Unicode.Scalar(byte)) + index, as: .type)
    case "b", "B", "c", "D", "d", "e", "j", "O", "o", "p", "t", "w":
      return combine([], "B" + String(Unicode.Scalar(byte)), as: .type)
    default: return false
    }
  }

  /// A number where a type is an argument, as the count of an `InlineArray` is: `$` and an index, with `n` between for a negative one.
  private mutating func integerType() -> Bool {
    var sign = ""
    if rest.first == UInt8(ascii: "n") {
      rest = rest.dropFirst()
      sign = "n"
    }
    guard let index = takeIndex() else { return false }
    return combine([], "$" + sign + index, as: .type)
  }

  /// Puts `suffix` behind the type.
  private mutating func wrapType(_ suffix: String, isSubstitution: Bool = false) -> Bool {
    guard let type = pop(.type) else { return false }
    return combine([type], suffix, as: .type, isSubstitution: isSubstitution)
  }

  private mutating func specialType() -> Bool {
    guard let byte = take() else { return false }
    let operation = "X" + String(Unicode.Scalar(byte))
    switch byte {
    case "w", "o", "u", "p": return wrapType(operation)
    case "l": return existentialType(operation)
    case "P": return constrainedExistential()
    case "c":
      guard let superclass = pop(.type), existentialType(operation, superclass: superclass) else {
        return false
      }
      return true
    case "C", "E", "A", "B", "K", "L", "U", "f": return functionType(operation)
    case "S": return sugaredType()
    default: return false
    }
  }

  /// A type as the source spells it, in debug information.
  private mutating func sugaredType() -> Bool {
    guard let byte = take(), let last = pop(.type) else { return false }
    switch byte {
    case "q": return combine([last], "Sg", as: .type, isSubstitution: true)
    case "a": return combine([Element(.type, Array("Say".utf8)), last], "G", as: .type)
    case "D":
      guard let key = pop(.type) else { return false }
      return combine([Element(.type, Array("SDy".utf8)), key, last], "G", as: .type)
    case "p": return combine([last], "", as: .type)
    default: return false
    }
  }

  /// A list of protocols, with a mark behind the first. The runtime knows of no marker protocols: types have the same metadata without.
  private mutating func existentialType(_ operation: String, superclass: Element? = nil) -> Bool {
    if let list = pop(.emptyList) { return combine([list, superclass], operation, as: .type) }
    var protocols: [Element] = []
    while true {
      let marker = pop(.marker)
      guard let type = popProtocol() else { return false }
      protocols.insert(type, at: 0)
      guard let marker else { continue }
      func list(of protocols: [Element]) -> [Element] {
        [protocols[0], marker] + protocols.dropFirst()
      }
      let known = protocols.filter {
        !Self.markers.contains(String(decoding: $0.text, as: UTF8.self))
      }
      let encoded = known.isEmpty ? [Element(.emptyList, Array("y".utf8))] : list(of: known)
      let end = [superclass].compactMap(\.self)
      let suffix = Element(.annotation, Array(operation.utf8))
      push(
        Element(
          .type, (list(of: protocols) + end + [suffix]).flatMap(\.text),
          encoded: (encoded + end + [suffix]).flatMap(\.encoded)))
      return true
    }
  }

  /// Source: `isMarkerProtocol` in the Swift repository; the protocols of the standard library with `@_marker`.
  private static let markers: Set<String> = [
    "s8SendableP", "s16SendableMetatypeP", "s15BitwiseCopyableP", "s8CopyableP", "s9EscapableP",
  ]

  /// A protocol, of which a list has the name alone.
  mutating func popProtocol() -> Element? {
    if let type = pop(.type) { return type }
    return nominalType(UInt8(ascii: "P"), isSubstitution: false) ? pop(.type) : nil
  }

  private mutating func tupleType() -> Bool {
    var parts: [Element] = []
    if let list = pop(.emptyList) { return combine([list], "t", as: .type) }
    while true {
      let marker = pop(.marker)
      let label = pop(.identifier)
      guard let type = pop(.type) else { return false }
      parts.insert(contentsOf: [type, label, marker].compactMap(\.self), at: 0)
      if marker != nil { return combine(parts, "t", as: .type) }
    }
  }

  private mutating func annotation() -> Bool {
    guard let byte = take() else { return false }
    let operation = "Y" + String(Unicode.Scalar(byte))
    switch byte {
    case "a", "b", "A", "T", "C": return combine([], operation, as: .annotation)
    case "c", "K":
      guard let type = pop(.type) else { return false }
      return combine([type], operation, as: .annotation)
    case "i", "u", "t", "k", "e": return wrapType(operation)
    default: return false
    }
  }

  /// A function's type: what it gives back, its parameters, and what else is said of it.
  private mutating func functionType(_ operation: String) -> Bool {
    var parts: [Element] = []
    while let annotation = pop(.annotation) { parts.insert(annotation, at: 0) }
    for _ in 0..<2 {
      guard let part = pop(.emptyList, .type) else { return false }
      parts.insert(part, at: 0)
    }
    return combine(parts, operation, as: .type)
  }
}
