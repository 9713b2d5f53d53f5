import HeapReading
import LeakSymbolication

/// Closures in a structure's methods: they capture the whole value, unless their capture lists name the parts.
extension ClosureEdit {
  /// The edits that make the closure capture `part`, a stored property of the structure that it is written in, weakly, and of the
  /// others those that it uses; `nil` where it may use more than that of the structure.
  func capturing(
    part: String, result: FunctionName.Signature.Result?, emptyValue: String?
  ) -> [SourceEdit]? {
    guard head.list == nil, let end = brace.end, body < end,
      let properties = source.properties.structure(at: brace.line),
      let type = declaration(of: part, among: properties)?.type?.last
    else { return nil }
    var others: [String] = []
    for index in body..<end where isUsedVariable(at: index) {
      let word = tokens[index].text
      if word == part || others.contains(word) || isLocal(word) { continue }
      guard declaration(of: word, among: properties) != nil else { return nil }
      others.append(word)
    }
    let isOptional = ["?", "!"].contains(tokens[type].text)
    return capturing(
      [Capture(name: part, isOptional: isOptional)], result: result, emptyValue: emptyValue,
      beside: others)
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
    // The label of an argument.
    return !(tokens[index + 1].text == ":" && ["(", ","].contains(tokens[index - 1].text))
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
      }),
      let start = tokens[..<function.token].lastIndex(where: {
        ["func", "init", "subscript"].contains($0.text)
      })
    else { return false }
    return (start + 1..<index).contains { position in
      guard tokens[position].text == word else { return false }
      return position < function.token
        ? tokens[position + 1].text == ":"
        : ["let", "var", "for"].contains(tokens[position - 1].text)
    }
  }
}
