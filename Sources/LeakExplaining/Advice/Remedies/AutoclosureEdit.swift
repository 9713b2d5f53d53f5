/// The change of an argument that a parameter makes a closure of: what it uses of `self` it uses of a weak constant, or before
/// Swift 6.3, which has none, of a weak variable.
struct AutoclosureEdit {
  /// The edits; `nil` where no function begins on `line`, or where `self` does not stand there once, as the beginning of a whole
  /// argument, or where a variable cannot be captured, or where the function's only expression is its result: with a variable before it,
  /// it would be none.
  ///
  /// - Parameter otherwise: What the argument is when `self` has gone; `nil` where it is an optional, or nothing.
  /// - Parameter isSendable: Whether the closure is sendable, which must not capture a variable.
  static func edits(
    _ source: SourceFiles.Source, functionAt line: Int, otherwise: String?, isSendable: Bool = false
  ) -> [SourceEdit]? {
    if isSendable, !isConstant { return nil }
    let tokens = source.tokens.tokens
    let functions = source.outline.braces.indices.filter {
      source.outline.braces[$0].kind == .declaration && source.outline.braces[$0].line == line
    }
    guard functions.count == 1, let end = source.outline.braces[functions[0]].end else {
      return nil
    }
    let body = source.outline.braces[functions[0]].token + 1..<end
    let uses = body.filter { tokens[$0].text == "self" }
    guard uses.count == 1, let use = uses.first,
      !body.contains(where: { tokens[$0].text == name }),
      ["(", ",", ":"].contains(tokens[use - 1].text), tokens[use + 1].text == "."
    else { return nil }
    let isInLiteral = source.tokens.isInLiteral(from: tokens[use - 1].end, to: tokens[use].offset)
    guard
      let last = isInLiteral
        ? interpolation(at: use, in: source.tokens) : argument(at: use, in: tokens),
      let statement = statement(with: use, body, tokens),
      tokens[statement].text == "return" || statement != body.lowerBound
        || !tokens.isOneStatement(in: body)
        || givesNothing(functions[0], in: source),
      !isBeforeSuperclass(statement, ofFunctionAt: functions[0], in: source)
    else { return nil }
    let indentation = source.tokens.indentation(at: tokens[statement].offset)
    let space = tokens[statement].line > line ? "\n" + indentation : "; "
    var edits = [
      SourceEdit(
        source, inserting: "weak \(isConstant ? "let" : "var") \(name) = self" + space,
        at: tokens[statement].offset),
      SourceEdit(source, tokens[use].offset..<tokens[use].end, name + "?"),
    ]
    // The text of an interpolation is nothing instead, whatever type it has.
    let instead = isInLiteral ? ", default: \"\"" : otherwise.map { " ?? " + $0 }
    if let instead { edits.append(SourceEdit(source, inserting: instead, at: tokens[last].end)) }
    return edits
  }

  private static let name = "weakSelf"

  /// Whether what is weak can be a constant. The program is compiled as the kit is.
  static var isConstant: Bool {
    #if compiler(>=6.3)
      true
    #else
      false
    #endif
  }

  /// The last token of the members that begin at `start`, `self.level(at: 2).value`, where they are the whole argument.
  private static func argument(at start: Int, in tokens: [SwiftTokens.Token]) -> Int? {
    var depth = 0
    for index in start..<tokens.count {
      let word = tokens[index].text
      switch word {
      case "(", "[": depth += 1
      case ")" where depth == 0, "," where depth == 0: return index - 1
      case ")", "]": depth -= 1
      default:
        if depth < 0 || depth == 0 && !tokens[index].isPartOfMember || word == "{" { return nil }
      }
    }
    return nil
  }

  /// The last token of the members that begin at `start`, where they are a whole interpolation: its parentheses are in the literal, of
  /// which no part is a token.
  private static func interpolation(at start: Int, in source: SwiftTokens) -> Int? {
    let tokens = source.tokens
    let end = (start..<tokens.count - 1).first {
      source.next(behind: tokens[$0].end) < tokens[$0 + 1].offset
    }
    guard let end else { return nil }
    return tokens[start...end].allSatisfy(\.isPartOfMember) ? end : nil
  }

  /// The first token of the statement that has the token at `use`: the first of a line, or the first behind a semicolon, outside of all
  /// brackets, behind a statement that has ended. Before an initializer's other statements there may be no `self`.
  private static func statement(
    with use: Int, _ body: Range<Int>, _ tokens: [SwiftTokens.Token]
  ) -> Int? {
    var start = use
    while start > body.lowerBound, tokens[start - 1].line == tokens[use].line,
      tokens[start - 1].text != ";"
    { start -= 1 }
    let opening = ["(", "[", "{"]
    let closing = [")", "]", "}"]
    let before = tokens[body.lowerBound..<start]
    let depth =
      before.count { opening.contains($0.text) } - before.count { closing.contains($0.text) }
    guard depth == 0, tokens[start].isPlainWord,
      start == body.lowerBound || tokens[start - 1].text == ";" || !tokens[start - 1].isOpen
    else { return nil }
    return start
  }

  /// Whether the statement is one of an initializer that may have to call its superclass's first, and has not done so before it: there
  /// is no `self` yet that could be weak.
  private static func isBeforeSuperclass(
    _ statement: Int, ofFunctionAt function: Int, in source: SourceFiles.Source
  ) -> Bool {
    let tokens = source.tokens.tokens
    let outline = source.outline
    guard let keyword = outline.keyword(ofFunctionAt: function, tokens),
      tokens[keyword].text == "init",
      let type = outline.ancestors(of: function).first(where: { outline.braces[$0].kind == .type }),
      let head = tokens.typeKeyword(before: outline.braces[type].token),
      tokens[head].text == "class", !tokens.inheritance(at: head).isEmpty
    else { return false }
    return !(outline.braces[function].token..<statement).contains {
      tokens[$0].text == "init" && tokens[$0 - 1].text == "."
    }
  }

  /// Whether the function has no result by its declaration.
  private static func givesNothing(_ function: Int, in source: SourceFiles.Source) -> Bool {
    let tokens = source.tokens.tokens
    let brace = source.outline.braces[function].token
    if ["set", "willSet", "didSet"].contains(tokens[brace - 1].text) { return true }
    guard let keyword = source.outline.keyword(ofFunctionAt: function, tokens) else { return false }
    if ["init", "deinit"].contains(tokens[keyword].text) { return true }
    return tokens[keyword].text == "func"
      && !(keyword..<brace).contains { index in
        tokens[index].text == ">" && tokens[index - 1].text == "-"
          && tokens.opening(before: index) == tokens.opening(before: keyword)
      }
  }
}

extension SwiftTokens.Token {
  /// Whether this is a name or a keyword, or the dot between two names.
  fileprivate var isPartOfMember: Bool { text == "." || isPlainWord }

  /// Whether a statement goes on behind this.
  var isOpen: Bool {
    guard let last = text.last else { return true }
    return !(last.isLetter || last.isNumber || "_`)]}?!\"".contains(last))
  }
}
