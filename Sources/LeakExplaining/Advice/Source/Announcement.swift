/// What the next opening brace begins, by the keywords before it: `if`, `func`, `var`.
struct Announcement {
  private var announced: (kind: SourceOutline.Brace.Kind, parentheses: Int, line: Int?)?
  private var parentheses = 0

  /// What a brace on `line` begins. What announced it is used up.
  mutating func kind(ofBraceOn line: Int) -> SourceOutline.Brace.Kind {
    guard let known = announced, known.parentheses == parentheses, known.line ?? line == line else {
      return .closure
    }
    announced = nil
    return known.kind
  }

  /// Forgets what was announced.
  mutating func end() { announced = nil }

  /// Takes note of the token at `index`.
  mutating func read(_ tokens: [SwiftTokens.Token], at index: Int) {
    let token = tokens[index]
    switch token.text {
    case "(", "[": parentheses += 1
    case ")", "]":
      parentheses -= 1
      if let known = announced, known.parentheses > parentheses { announced = nil }
    case "=":
      // `var handler = {` begins a closure, `var title: String {` an accessor.
      if announced?.line != nil, announced?.parentheses == parentheses { announced = nil }
    default:
      let previous = index > 0 ? tokens[index - 1].text : ""
      let next = index + 1 < tokens.count ? tokens[index + 1].text : ""
      // A member or an argument label may have the name of a keyword.
      if previous != ".", next != ":" { read(word: token, next: next) }
    }
  }

  private mutating func read(word: SwiftTokens.Token, next: String) {
    // An expansion of a parameter pack is no loop.
    if word.text == "repeat", next != "{" { return }
    if let kind = Self.keywords[word.text] {
      announced = (kind, parentheses, nil)
    } else if Self.accessors.contains(word.text), ["{", "(", "async", "throws"].contains(next) {
      announced = (.declaration, parentheses, nil)
    } else if word.text == "var", announced == nil || announced?.line != nil {
      announced = (.declaration, parentheses, word.line)
    }
  }

  private static let keywords: [String: SourceOutline.Brace.Kind] = [
    "if": .block, "else": .block, "guard": .block, "while": .block, "for": .block, "repeat": .block,
    "switch": .block, "do": .block, "catch": .block, "defer": .block,
    "func": .declaration, "init": .declaration, "deinit": .declaration, "subscript": .declaration,
    "class": .type, "struct": .type, "enum": .type, "actor": .type, "protocol": .type,
    "extension": .type,
  ]

  private static let accessors: Set = ["get", "set", "willSet", "didSet"]
}
