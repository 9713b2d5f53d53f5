import LeakHeapReading
import LeakSymbolication

/// Closures that capture a whole structure for its parts, unless their capture lists name the parts: in its own methods, or by a
/// variable.
extension ClosureEdit {
  /// The edits that make the closure capture `part`, a stored property of a structure, weakly, where it uses that at all, and of the
  /// others those that it uses; `nil` where it may use more than that of the structure.
  ///
  /// - Parameters:
  ///   - carrier: The variable that has the structure.
  ///   - canBeWeak: Whether the part's type is one that can be weak: of another one there are edits only where it is not used.
  ///   - structure: The structure's properties; `nil` for those of the one that the closure is written in.
  func capturing(
    part: String, of carrier: String = "self", canBeWeak: Bool = true,
    structure: [String: PropertyLines.Property]? = nil,
    result: FunctionName.Signature.Result?, emptyValue: String?
  ) -> [SourceEdit]? {
    guard head.list == nil,
      let properties = structure ?? source.properties.structure(at: brace.line),
      let isOptional = isOptional(part, among: properties),
      let uses = uses(of: carrier, among: properties), !uses.names.isEmpty,
      canBeWeak || !uses.names.contains(part)
    else { return nil }
    func capture(_ name: String, isOptional: Bool = false) -> Capture {
      Capture(
        name: name, isOptional: isOptional, value: carrier == "self" ? nil : "\(carrier).\(name)")
    }
    let captures = uses.names.contains(part) ? [capture(part, isOptional: isOptional)] : []
    return capturing(
      captures, result: result, emptyValue: emptyValue,
      beside: uses.names.filter { $0 != part }.map { capture($0) }, membersOf: carrier
    )?.removing(uses.qualifiers)
  }

  /// The stored properties of the structure in `carrier` that the closure uses, and the edits that take away what stands before
  /// them; `nil` where it may use more of the structure.
  private func uses(
    of carrier: String, among properties: [String: PropertyLines.Property]
  ) -> (names: [String], qualifiers: [SourceEdit])? {
    guard let end = brace.end, body < end else { return nil }
    var names: [String] = []
    var qualifiers: [SourceEdit] = []
    var qualified: Set<String> = []
    var bare: Set<String> = []
    for index in body..<end {
      let word = tokens[index].text
      var name = word
      if word == carrier, tokens[index - 1].text != "." {
        guard index + 2 < end, tokens[index + 1].text == "." else { return nil }
        name = tokens[index + 2].text
        qualified.insert(name)
        qualifiers.append(
          SourceEdit(source, tokens[index].offset..<tokens[index + 2].offset, ""))
      } else {
        guard isUsedVariable(at: index) else { continue }
        if carrier != "self" { bare.insert(word) }
        if carrier != "self" || isLocal(word) { continue }
      }
      guard declaration(of: name, among: properties) != nil else { return nil }
      if !names.contains(name) { names.append(name) }
    }
    // Another variable of that name.
    if qualified.contains(where: { bare.contains($0) || carrier == "self" && isLocal($0) }) {
      return nil
    }
    return (names, qualifiers)
  }

  /// The members of `self` that the closure calls something of, in order, where it uses `self` for nothing else; `nil` where it does.
  var membersUsed: [String]? {
    guard let end = brace.end, head.list == nil, !allowsImplicitSelf else { return nil }
    var names: [String] = []
    for index in body..<end where tokens[index].text == "self" {
      let words = tokens[index...].prefix(4).map(\.text)
      guard tokens[index - 1].text != ".", words.count == 4, words[1] == ".", words[3] == ".",
        tokens[index + 2].isPlainWord
      else { return nil }
      if !names.contains(words[2]) { names.append(words[2]) }
    }
    return names.isEmpty ? nil : names
  }

  /// Whether a stored property is optional; `nil` where it is none, or its declaration does not tell that.
  private func isOptional(
    _ part: String, among properties: [String: PropertyLines.Property]
  ) -> Bool? {
    guard let declaration = declaration(of: part, among: properties) else { return nil }
    if let type = declaration.type?.last { return ["?", "!"].contains(tokens[type].text) }
    // An initializer that may fail makes it optional.
    guard let end = brace.end, let value = declaration.value, let first = value.first,
      value.count > 2, tokens[first].text.first?.isUppercase == true,
      tokens[first + 1].text == "(", tokens[value.upperBound - 1].text == ")",
      !(body..<end).contains(where: {
        tokens[$0].text == part && ["?", "!"].contains(tokens[$0 + 1].text)
      })
    else { return nil }
    return false
  }

  /// The declaration of a stored property, if it is one.
  private func declaration(
    of name: String, among properties: [String: PropertyLines.Property]
  ) -> PropertyDeclaration? {
    let declaration = PropertyDeclaration(source, nameAt: properties[name]?.token)
    return declaration?.hasObservers == true ? nil : declaration
  }

  /// Whether the token at `index` may be a variable, or a function that is called.
  private func isUsedVariable(at index: Int) -> Bool {
    let word = tokens[index].text
    guard let first = word.first, first.isLowercase || first == "_" || first == "`",
      !Self.keywords.contains(word), tokens[index - 1].text != "."
    else { return false }
    return !source.isLabel(index)
  }

  private static let keywords: Set = [
    "as", "await", "break", "case", "catch", "continue", "default", "defer", "do", "else", "false",
    "for", "guard", "if", "in", "is", "let", "nil", "repeat", "return", "switch", "throw", "true",
    "try", "var", "where", "while", "_",
  ]

  /// Whether the word is a parameter of the closure, or of the function around it, or a variable that is declared in there.
  private func isLocal(_ word: String) -> Bool {
    if (brace.token..<body).contains(where: { tokens[$0].text == word }) { return true }
    guard let end = brace.end else { return false }
    return source.isLocal(word, in: end)
  }
}

extension SourceFiles.Source {
  /// Whether the word is a parameter of the function around the token at `index`, or a variable that is declared in that before.
  func isLocal(_ word: String, in index: Int) -> Bool {
    let tokens = tokens.tokens
    guard
      let function = outline.braces.last(where: {
        $0.kind == .declaration && $0.token < index && index < $0.end ?? .max
      })
    else { return false }
    let before = tokens[..<function.token]
    let start = before.lastIndex { ["func", "init", "subscript"].contains($0.text) }
    // A getter and a deinitializer have no parameters: what stands before them is another function's.
    let isOwn = start.map { start in !tokens[start..<function.token].contains { $0.text == "}" } }
    let first = isOwn == true ? start ?? function.token : function.token
    return (first + 1..<index).contains { position in
      guard tokens[position].text == word else { return false }
      return position < function.token
        ? tokens[position + 1].text == ":"
        : declares(position)
    }
  }

  /// Whether the word at `position` is a variable's where it is declared: `let x`, `let (x, y)`, `let x = 1, y = 2`.
  func declares(_ position: Int) -> Bool {
    let tokens = tokens.tokens
    let before = tokens[position - 1].text
    if Self.declaring.contains(before) { return true }
    guard before == "," || before == "(" else { return false }
    var open = position - 1
    while tokens[open].text == "," || Self.isName(tokens[open]) { open -= 1 }
    if tokens[open].text == "(", open > 0, Self.declaring.contains(tokens[open - 1].text) {
      return true
    }
    guard before == ",", ["=", ":"].contains(tokens[position + 1].text) else { return false }
    // Behind the value of the variable before it.
    var depth = 0
    for token in tokens[..<position].reversed() {
      switch token.text {
      case ")", "]", "}": depth += 1
      case "(", "[", "{":
        if depth == 0 { return false }
        depth -= 1
      case "let", "var": if depth == 0 { return true }
      case ";": if depth == 0 { return false }
      default: break
      }
    }
    return false
  }

  private static let declaring: Set = ["let", "var", "for"]

  /// Whether a token is a word, which may be a name.
  private static func isName(_ token: SwiftTokens.Token) -> Bool {
    token.isPlainWord && !declaring.contains(token.text)
  }
}
