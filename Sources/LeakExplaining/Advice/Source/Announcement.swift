/// What the next opening brace begins, by the keywords before it: `if`, `func`, `var`.
struct Announcement {
  private struct Announced {
    var kind: SourceOutline.Brace.Kind
    /// How many parentheses around are open.
    var parentheses: Int
    /// The line of a variable, whose braces begin there or not at all.
    var line: Int?
    /// Whether these are the braces of a variable or a subscript.
    var hasAccessors = false
  }

  /// What is known directly inside one pair of braces.
  private struct Scope {
    var announced: Announced?
    var parentheses = 0
    /// Whether these are the braces of a `repeat`.
    var isRepeat = false
    /// Whether these are the braces of a variable or a subscript, which accessors may stand in. Elsewhere a function is called that has
    /// the name of one: `set { … }`.
    var mayHaveAccessors = false
  }

  private var scope = Scope()
  private var outer: [Scope] = []
  /// Whether the braces that ended last are those of a `repeat`.
  private var hasRepeated = false

  /// Opens the brace at `index`, and tells what it begins. What announced it is used up; what announced another one, behind the
  /// parentheses that this one is in, is kept for that.
  mutating func open(_ tokens: [SwiftTokens.Token], at index: Int) -> SourceOutline.Brace.Kind {
    let line = tokens[index].line
    let hasAccessors = scope.announced?.hasAccessors == true
    let known = scope.announced.flatMap { known in
      // A brace on a line of its own begins no statement.
      known.parentheses == scope.parentheses
        && [line, index > 0 ? tokens[index - 1].line : line].contains(known.line ?? line)
        ? known.kind : nil
    }
    if known != nil { scope.announced = nil }
    outer.append(scope)
    scope = Scope(
      isRepeat: known == .block && index > 0 && tokens[index - 1].text == "repeat",
      mayHaveAccessors: known == .declaration ? hasAccessors : Self.haveObservers(tokens, in: index)
    )
    return known ?? .closure
  }

  /// Whether the braces at `index` begin with an observer: those behind a variable's value, which nothing announces.
  private static func haveObservers(_ tokens: [SwiftTokens.Token], in index: Int) -> Bool {
    guard index > 0, !["=", "(", ",", ":"].contains(tokens[index - 1].text) else { return false }
    return tokens.indices.contains(index + 1) && observers.contains(tokens[index + 1].text)
  }

  /// Ends the innermost braces, and forgets what was announced in there.
  mutating func close() {
    hasRepeated = scope.isRepeat
    scope = outer.popLast() ?? Scope()
  }

  /// Takes note of the token at `index`.
  mutating func read(_ tokens: [SwiftTokens.Token], at index: Int) {
    switch tokens[index].text {
    case "(", "[": scope.parentheses += 1
    case ")", "]":
      scope.parentheses -= 1
      if let known = scope.announced, known.parentheses > scope.parentheses {
        scope.announced = nil
      }
    case "=":
      // `var handler = {` begins a closure, `var title: String {` an accessor.
      if scope.announced?.line != nil, scope.announced?.parentheses == scope.parentheses {
        scope.announced = nil
      }
    default: if !isName(tokens, at: index) { read(wordOf: tokens, at: index) }
    }
  }

  /// Whether the word at `index` is no keyword, whatever it is: a member and the label of an argument or a parameter may have the name
  /// of one, and a directive is none.
  private func isName(_ tokens: [SwiftTokens.Token], at index: Int) -> Bool {
    if let known = scope.announced, known.parentheses < scope.parentheses { return true }
    if index > 0, [".", "#"].contains(tokens[index - 1].text) { return true }
    return index + 1 < tokens.count && tokens[index + 1].text == ":"
  }

  private mutating func read(wordOf tokens: [SwiftTokens.Token], at index: Int) {
    let word = tokens[index]
    let next = index + 1 < tokens.count ? tokens[index + 1].text : ""
    switch word.text {
    // An expansion of a parameter pack is no loop.
    case "repeat" where next != "{": return
    // It ends the loop, which has had its braces.
    case "while" where hasRepeated && tokens[index - 1].text == "}": return
    case "actor" where !tokens[index...].beginsWithActor: return
    default: break
    }
    if let kind = Self.keywords[word.text] {
      scope.announced = Announced(
        kind: kind, parentheses: scope.parentheses, hasAccessors: word.text == "subscript")
    } else if scope.mayHaveAccessors, Self.accessors.contains(word.text),
      ["{", "async", "throws"].contains(next) || Self.isNamed(before: tokens[(index + 1)...])
    {
      scope.announced = Announced(kind: .declaration, parentheses: scope.parentheses)
    } else if word.text == "var", scope.announced == nil || scope.announced?.line != nil {
      scope.announced = Announced(
        kind: .declaration, parentheses: scope.parentheses, line: word.line, hasAccessors: true)
    }
  }

  /// Whether what follows is an accessor's name for its value, `(value) {`, and not a call of a function of that name.
  private static func isNamed(before next: ArraySlice<SwiftTokens.Token>) -> Bool {
    let words = next.prefix(4).map(\.text)
    return words.count == 4 && words[0] == "(" && words[2...] == [")", "{"]
  }

  private static let keywords: [String: SourceOutline.Brace.Kind] = [
    "if": .block, "else": .block, "guard": .block, "while": .block, "for": .block, "repeat": .block,
    "switch": .block, "do": .block, "catch": .block, "defer": .block,
    "func": .declaration, "init": .declaration, "deinit": .declaration, "subscript": .declaration,
    "class": .type, "struct": .type, "enum": .type, "actor": .type, "protocol": .type,
    "extension": .type,
  ]

  private static let accessors: Set = ["get", "set", "willSet", "didSet"]
  private static let observers: Set = ["willSet", "didSet"]
}

extension ArraySlice<SwiftTokens.Token> {
  /// Whether these begin with the declaration of an actor, `actor Shop: Store {`, and not with a variable of that name.
  var beginsWithActor: Bool {
    let words = prefix(3)
    guard words.count == 3, words.first?.text == "actor" else { return false }
    let name = words[startIndex + 1]
    return (name.isPlainWord || name.text.first == "`") && !["else", "in"].contains(name.text)
      && name.line == self[startIndex].line
      && ["{", ":", "<"].contains(words[startIndex + 2].text)
  }
}
