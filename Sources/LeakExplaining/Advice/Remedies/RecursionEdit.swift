/// The change of a closure that calls itself by the variable which it is put in: it becomes a local function of the variable's name.
struct RecursionEdit {
  private let source: SourceFiles.Source
  private let name: String
  private let closure: SourceOutline.Brace
  private let function: Range<Int>
  private let declaration: PropertyDeclaration
  /// The types of the parameters, and the tokens of the result's.
  private let parameters: [Range<Int>]
  private let result: Range<Int>

  private var tokens: [SwiftTokens.Token] { source.tokens.tokens }

  /// The variable `name` that `closure` uses, where it is declared in the function directly around, as an optional function without a
  /// value: `var walk: ((Node) -> Int)?`.
  init?(_ source: SourceFiles.Source, variable name: String, of closure: SourceOutline.Brace) {
    guard let variable = EmptyVariable(source, named: name, usedBy: closure),
      let parts = Self.parts(ofOptionalFunction: variable.type, in: source.tokens.tokens)
    else { return nil }
    self.source = source
    self.name = name
    self.closure = closure
    declaration = variable.declaration
    function = variable.function
    (parameters, result) = parts
  }

  /// The types in `((A, B) -> C)?`; `nil` for another type, and where the function has effects, attributes or names of parameters.
  private static func parts(
    ofOptionalFunction type: Range<Int>, in tokens: [SwiftTokens.Token]
  ) -> (parameters: [Range<Int>], result: Range<Int>)? {
    let words = tokens[type].map(\.text)
    guard words.count > 6, words[0] == "(", words[1] == "(", words[words.count - 2] == ")",
      !words.contains("@")
    else { return nil }
    var depth = 0
    var parameters: [Range<Int>] = []
    var start = type.lowerBound + 2
    for index in start..<type.upperBound {
      switch tokens[index].text {
      case "(", "[", "<": depth += 1
      case ">" where tokens[index - 1].text != "-": depth -= 1
      case "]": depth -= 1
      case ":" where depth == 0: return nil
      case "," where depth == 0:
        parameters.append(start..<index)
        start = index + 1
      case ")" where depth > 0: depth -= 1
      case ")":
        if index > start { parameters.append(start..<index) }
        guard tokens[index + 1].text == "-", tokens[index + 2].text == ">" else { return nil }
        let result = index + 3..<type.upperBound - 2
        return result.isEmpty ? nil : (parameters, result)
      default: break
      }
    }
    return nil
  }

  /// The edits; `nil` where the variable is used in a way that a function cannot be.
  var edits: [SourceEdit]? {
    let uses = function.filter { tokens[$0].text == name && tokens[$0 - 1].text != "." }
    guard let end = closure.end, closure.token >= 2, tokens[closure.token - 1].text == "=",
      tokens[closure.token - 2].text == name,
      tokens[closure.token - 2].line > tokens[closure.token - 3].line,
      tokens[end + 1].line > tokens[end].line, let head = self.head
    else { return nil }
    let assignment = closure.token - 2
    let used = uses.filter { $0 != assignment && $0 != declaration.keyword + 1 }
    guard used.allSatisfy({ $0 > assignment && isCallOrValue(at: $0) }) else { return nil }
    let start = tokens[declaration.keyword].offset
    // A comment that follows stays.
    let bytes = source.tokens.bytes
    let spaces = Set(" \t\n".utf8)
    let next = bytes[tokens[declarationEnd - 1].end...].firstIndex { !spaces.contains($0) }
    guard let next else { return nil }
    let isOne = next == tokens[assignment].offset
    let header = SourceEdit(
      source, (isOne ? start : tokens[assignment].offset)..<tokens[head.end].end, head.text)
    return (isOne ? [] : [SourceEdit(source, start..<next, "")]) + [header]
      + used.filter { ["?", "!"].contains(tokens[$0 + 1].text) }.map {
        SourceEdit(source, tokens[$0 + 1].offset..<tokens[$0 + 1].end, "")
      }
  }

  /// The index of the first token behind the variable's declaration.
  private var declarationEnd: Int {
    (declaration.value ?? declaration.type)?.upperBound ?? declaration.keyword
  }

  /// What the function begins with, and the last token of the closure that it stands for.
  private var head: (text: String, end: Int)? {
    guard let closureHead = ClosureHead(tokens, brace: closure.token), closureHead.list == nil,
      closureHead.start == closure.token + 1
    else { return nil }
    var names: [String] = []
    if let end = closureHead.end {
      var words = tokens[closureHead.start..<end].map(\.text)
      if words.first == "(", words.last == ")" { words = Array(words.dropFirst().dropLast()) }
      names = words.filter { $0 != "," }
      guard words.count == max(0, 2 * names.count - 1) else { return nil }
    }
    guard names.count == parameters.count else { return nil }
    let list = zip(names, parameters).map { "_ \($0): \(declaration.text($1))" }
    let text =
      "func \(name)(\(list.joined(separator: ", "))) -> \(declaration.text(result)) {"
    return (text, closureHead.end ?? closure.token)
  }

  /// Whether the use at `index` calls the function, or hands it on.
  private func isCallOrValue(at index: Int) -> Bool {
    if ["let", "var", "&", "!"].contains(tokens[index - 1].text) { return false }
    // A variable of its own would be no optional one, and a function is never nil.
    if tokens[index - 1].text == "=",
      ["let", "var"].contains(tokens[index - 3].text)
        || ["=", "!"].contains(tokens[index - 2].text)
    {
      return false
    }
    switch tokens[index + 1].text {
    case "(": return true
    case "!": return tokens[index + 2].text != "="
    // What is called so gives an optional.
    case "?":
      return tokens[index + 2].text == "(" && ["Void", "()"].contains(declaration.text(result))
        && tokens[index].line > tokens[index - 1].line
    case "=", ".", "-": return false
    default: return true
    }
  }
}
