extension MangledName {
  /// Whether the name has a generic parameter in it, or a type that depends on one: without its arguments it is the name
  /// of no type, and the runtime ends the process over some such names.
  ///
  /// A name that is not understood counts as one that has.
  var mentionsGenericParameter: Bool {
    genericMentions.map { $0.hasOpaqueType || !$0.parameters.isEmpty } ?? true
  }

  /// Whether the type depends on no generic parameter. An opaque type has the arguments of the function that gives it in its name.
  ///
  /// Source: `swift_getOpaqueTypeMetadata2` and `resolveOpaqueType` in `stdlib/public/runtime/MetadataLookup.cpp`.
  var isCoveredWithoutArguments: Bool { genericMentions?.parameters.isEmpty ?? false }

  /// Whether `environment` has an argument for each generic parameter that the type depends on.
  func isCovered(by environment: GenericEnvironment) -> Bool {
    genericMentions?.parameters.allSatisfy { environment.hasArgument(for: $0) } ?? false
  }

  /// What the type depends on; `nil` where the name is not understood, or has a pack in it.
  ///
  /// Source: `docs/ABI/Mangling.rst`, "Types": `x` and `q` are parameters, `Q` begins associated types of one, opaque
  /// types and packs.
  private var genericMentions: GenericMentions? {
    var mentions = GenericMentions()
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "x"): mentions.parameters.insert(GenericParameter(depth: 0, index: 0))
      case UInt8(ascii: "q"):
        guard let parameter = GenericParameter(indexIn: &bytes) else { return nil }
        mentions.parameters.insert(parameter)
      case UInt8(ascii: "Q"):
        switch bytes.popFirst() {
        case UInt8(ascii: "z"), UInt8(ascii: "Z"):
          mentions.parameters.insert(GenericParameter(depth: 0, index: 0))
        case UInt8(ascii: "y"), UInt8(ascii: "Y"):
          guard let parameter = GenericParameter(indexIn: &bytes) else { return nil }
          mentions.parameters.insert(parameter)
        case UInt8(ascii: "O"), UInt8(ascii: "r"): mentions.hasOpaqueType = true
        case UInt8(ascii: "o"), UInt8(ascii: "R"):
          mentions.hasOpaqueType = true
          bytes = bytes.drop { $0 != UInt8(ascii: "_") }.dropFirst()
        default: return nil
        }
      case UInt8(ascii: "<"):
        // How a symbolic reference is written here.
        bytes = bytes.drop { $0 != UInt8(ascii: ">") }.dropFirst()
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        guard skipIdentifier(after: byte, &bytes) else { return nil }
      case UInt8(ascii: "0"):
        guard skipComposedIdentifier(&bytes) else { return nil }
      case UInt8(ascii: "S"):
        if bytes.popFirst() == UInt8(ascii: "c") { _ = bytes.popFirst() }
      case UInt8(ascii: "X"), UInt8(ascii: "Y"): _ = bytes.popFirst()
      case UInt8(ascii: "B"): skipBuiltin(&bytes)
      case UInt8(ascii: "A"): skipSubstitution(&bytes)
      case UInt8(ascii: "I"):
        bytes = bytes.drop { $0 != UInt8(ascii: "_") }.dropFirst()
      default: break
      }
    }
    return mentions
  }

  /// Skips a name that is written with its length, of which `first` is the first digit; false where it does not end.
  private func skipIdentifier(
    after first: UInt8, isEncoded: Bool = false, _ bytes: inout ArraySlice<UInt8>
  ) -> Bool {
    var length = Int(first - UInt8(ascii: "0"))
    while let digit = bytes.first, digit.isDigit, length < Self.longest {
      length = length * 10 + Int(digit - UInt8(ascii: "0"))
      bytes = bytes.dropFirst()
    }
    // A name that begins as a number does is set apart from its length.
    if isEncoded, bytes.first == UInt8(ascii: "_") { bytes = bytes.dropFirst() }
    guard length <= bytes.count else { return false }
    bytes = bytes.dropFirst(length)
    return true
  }

  /// Skips what follows the `0` of a name that is made of words used before and others, or encoded: `0A5StoreC`.
  private func skipComposedIdentifier(_ bytes: inout ArraySlice<UInt8>) -> Bool {
    if bytes.first == UInt8(ascii: "0") {
      bytes = bytes.dropFirst()
      guard let digit = bytes.popFirst(), digit.isDigit else { return false }
      return skipIdentifier(after: digit, isEncoded: true, &bytes)
    }
    var hasWords = true
    while hasWords {
      while hasWords, let byte = bytes.first, !byte.isDigit {
        bytes = bytes.dropFirst()
        if byte.isUpper { hasWords = false }
      }
      guard let digit = bytes.popFirst(), digit.isDigit else { return false }
      if digit == UInt8(ascii: "0") { return true }
      guard skipIdentifier(after: digit, &bytes) else { return false }
    }
    return true
  }

  /// Skips what follows the `B` of a built-in type: a letter, and for numbers and vectors their size, as in `Bi64_`.
  private func skipBuiltin(_ bytes: inout ArraySlice<UInt8>) {
    _ = bytes.popFirst()
    let rest = bytes.drop(while: \.isDigit)
    if rest.count < bytes.count, rest.first == UInt8(ascii: "_") { bytes = rest.dropFirst() }
  }

  /// Skips what follows the `A` of one or more substitutions: the last is in upper case, or a number and `_`.
  private func skipSubstitution(_ bytes: inout ArraySlice<UInt8>) {
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "_") { return }
      if byte.isUpper { return }
    }
  }
}

/// What a mangled name depends on.
private struct GenericMentions {
  var parameters: Set<GenericParameter> = []
  var hasOpaqueType = false
}
