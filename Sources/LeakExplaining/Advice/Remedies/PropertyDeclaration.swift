import LeakHeapModel

/// The declaration of a stored property in a source.
struct PropertyDeclaration {
  let source: SourceFiles.Source
  /// The index of the `var` or `let`; the name follows.
  let keyword: Int
  /// The tokens of the type, where it is written.
  let type: Range<Int>?
  /// The tokens of the initial value, where there is one.
  let value: Range<Int>?
  /// Whether a brace follows: observers.
  let hasObservers: Bool

  var tokens: [SwiftTokens.Token] { source.tokens.tokens }

  /// Whether it is a constant that has to stay one: others may read it without being where it is isolated to.
  var isSharedConstant: Bool {
    guard tokens[keyword].text == "let" else { return false }
    let isActors =
      typeKeyword.map { tokens[$0].text == "actor" && tokens[$0...].beginsWithActor } ?? false
    return isInSendableType || isActors
      || tokens.modifiers(before: keyword).contains("nonisolated")
  }

  /// The index of the word that declares the type around it.
  var typeKeyword: Int? {
    tokens.opening(before: keyword).flatMap(tokens.typeKeyword)
  }

  /// Whether the type that declares it has a `deinit`, or one of the `classes` that the file has: their names, with the module.
  func hasDeinit(inOneOf classes: [String]) -> Bool {
    let names = classes.compactMap { TypeName($0).own }
    return tokens.indices.contains { index in
      guard tokens[index].text == "deinit", let brace = tokens.opening(before: index),
        let head = tokens.typeKeyword(before: brace)
      else { return false }
      return head == typeKeyword
        || names.contains { tokens[head...].dropFirst().first?.text == $0 }
    }
  }

  /// Whether the file has a class or an actor of this name, which has its module.
  func isDeclaredBeside(_ type: String) -> Bool {
    guard let name = TypeName(type).own else { return false }
    return ["class", "actor"].contains { !tokens.heads(of: name, keyword: $0).isEmpty }
  }

  /// The declaration that has the property's name at this index among the tokens; `nil` where it is not a plain one.
  init?(_ source: SourceFiles.Source, nameAt index: Int?) {
    let tokens = source.tokens.tokens
    guard let index, index > 0, ["var", "let"].contains(tokens[index - 1].text),
      tokens.indices.contains(index + 2), Self.isPlain(before: index - 1, in: tokens)
    else { return nil }
    var end = index + 1
    var type: Range<Int>?
    if tokens[end].text == ":" {
      guard let found = Self.expression(at: end + 1, in: tokens) else { return nil }
      type = found
      end = found.upperBound
    }
    var value: Range<Int>?
    if tokens.indices.contains(end), tokens[end].text == "=" {
      guard let found = Self.expression(at: end + 1, in: tokens) else { return nil }
      value = found
      end = found.upperBound
    }
    guard type != nil || value != nil else { return nil }
    self.source = source
    self.type = type
    self.value = value
    keyword = index - 1
    hasObservers = tokens.indices.contains(end) && tokens[end].text == "{"
  }

  /// The tokens of the type, or of the value, that begins at `start`; `nil` where another property follows.
  private static func expression(at start: Int, in tokens: [SwiftTokens.Token]) -> Range<Int>? {
    var depth = 0
    for index in start..<tokens.count {
      let isNewLine = index > start && tokens[index].line > tokens[index - 1].line
      switch tokens[index].text {
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      // The end of an arrow, or of generic arguments.
      case ">": if tokens[index - 1].text != "-" { depth -= 1 }
      case "{", "}", ";", "=": if depth == 0 { return start..<index }
      case "," where depth == 0: return nil
      default: if isNewLine, depth == 0 { return start..<index }
      }
    }
    return nil
  }

  /// Whether no attribute stands before the keyword at `index`, nor a modifier that makes it another kind of property.
  private static func isPlain(before index: Int, in tokens: [SwiftTokens.Token]) -> Bool {
    tokens.modifiers(before: index).allSatisfy { !refused.contains($0) && $0.first != "@" }
  }

  private static let refused: Set = ["lazy", "weak", "unowned", "static", "class", "override"]

  /// The source of `range`, which is not empty.
  func text(_ range: Range<Int>) -> String {
    guard let last = range.last else { return "" }
    return source.tokens.text(in: tokens[range.lowerBound].offset..<tokens[last].end)
  }
}
