/// A mangled name, divided into identifiers, substitutions and operators.
///
/// Source: `docs/ABI/Mangling.rst`, "Identifiers" and "Substitutions".
struct MangledTokens {
  enum Token: Hashable {
    /// A name with its length; whether it is made of words that were used before.
    case identifier(String, isComposed: Bool)
    /// What was named before: `A` and letters or a number.
    case substitution(String)
    case character(Character)
  }

  private var tokens: [Token] = []

  var count: Int { tokens.count }

  /// `nil` where a name does not end.
  init?(_ name: String) {
    var rest = name[...]
    while let first = rest.first {
      if first == "0" {
        tokens.append(.identifier("", isComposed: true))
        guard Self.skipComposed(&rest) else { return nil }
      } else if first.isNumber {
        guard let identifier = Self.identifier(&rest) else { return nil }
        tokens.append(.identifier(identifier, isComposed: false))
      } else if first == "A" {
        let letters = rest.dropFirst().prefix { $0.isLowercase || $0.isNumber }
        rest = rest[letters.endIndex...]
        guard let last = rest.popFirst() else { return nil }
        tokens.append(.substitution("A" + letters + String(last)))
      } else {
        tokens.append(.character(rest.removeFirst()))
      }
    }
  }

  /// The name from the token numbered `first` on, if it means the same by itself. The one entity that it may refer to is the
  /// module that the whole name begins with, which is written out.
  func standalone(from first: Int) -> String? {
    guard case .identifier(let module, isComposed: false)? = tokens.first else { return nil }
    var text = ""
    for token in tokens[first...] {
      switch token {
      case .identifier(_, isComposed: true): return nil
      case .identifier(let identifier, _): text += identifier
      case .substitution("AA"): text += module
      case .substitution: return nil
      case .character(let character): text.append(character)
      }
    }
    return text
  }

  /// Where the generic arguments begin of the type that the name begins with; `nil` where it begins with no such type.
  var endOfNominal: Int? {
    guard let end = tokens.firstIndex(of: .character("y")), end > 0,
      case .character(let kind) = tokens[end - 1], "CVO".contains(kind)
    else { return nil }
    return end
  }

  /// Whether a token from the one numbered `first` on refers to something before.
  func refersBack(from first: Int) -> Bool {
    tokens[first...].contains { token in
      switch token {
      case .substitution, .identifier(_, isComposed: true): true
      case .identifier, .character: false
      }
    }
  }

  /// The text of the tokens before the one numbered `end`; `nil` where that is not all there is to them.
  func text(upTo end: Int) -> String? {
    var text = ""
    for token in tokens[..<end] {
      switch token {
      case .identifier(_, isComposed: true): return nil
      case .identifier(let name, _): text += name
      case .substitution(let name): text += name
      case .character(let character): text.append(character)
      }
    }
    return text
  }

  private static func identifier(_ rest: inout Substring) -> String? {
    let digits = rest.prefix(while: \.isNumber)
    guard let length = Int(digits), length <= rest.count - digits.count else { return nil }
    let whole = rest.prefix(digits.count + length)
    rest = rest[whole.endIndex...]
    return String(whole)
  }

  /// Skips a name that begins with `0`: words that were used before, and others.
  private static func skipComposed(_ rest: inout Substring) -> Bool {
    rest.removeFirst()
    if rest.first == "0" {
      rest.removeFirst()
      let digits = rest.prefix(while: \.isNumber)
      rest = rest[digits.endIndex...]
      if rest.first == "_" { rest.removeFirst() }
      guard let length = Int(digits), length <= rest.count else { return false }
      rest = rest.dropFirst(length)
      return true
    }
    var hasWords = true
    while hasWords {
      while hasWords, let letter = rest.first, letter.isLetter {
        rest.removeFirst()
        hasWords = !letter.isUppercase
      }
      if rest.first == "0" {
        rest.removeFirst()
        return true
      }
      if identifier(&rest) == nil { return false }
    }
    return true
  }
}
