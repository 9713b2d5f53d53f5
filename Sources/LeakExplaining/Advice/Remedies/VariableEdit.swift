/// The change of a local variable that closures share with their function, and that gets its object after they were made: the
/// variable becomes weak, and a constant has the object until the function returns it to who is to own it.
struct VariableEdit {
  private let source: SourceFiles.Source
  private let name: String
  private let closure: SourceOutline.Brace
  private let function: Range<Int>
  private let declaration: PropertyDeclaration

  private var tokens: [SwiftTokens.Token] { source.tokens.tokens }

  /// The variable `name` that `closure` uses, where it is declared as an optional without a value in the function directly around.
  init?(_ source: SourceFiles.Source, variable name: String, of closure: SourceOutline.Brace) {
    guard let variable = EmptyVariable(source, named: name, usedBy: closure) else { return nil }
    self.source = source
    self.name = name
    self.closure = closure
    declaration = variable.declaration
    function = variable.function
  }

  /// The edits; `nil` where the function does anything with the variable but give it the object, which it returns then, or where a
  /// closure gives it another one.
  var edits: [SourceEdit]? {
    let uses = function.filter { tokens[$0].text == name && tokens[$0 - 1].text != "." }
    let inside = uses.filter(isInClosure)
    let outside = uses.filter { !inside.contains($0) && $0 != declaration.keyword + 1 }
    let isKept = inside.allSatisfy { index in
      tokens[index - 1].text != "&"
        && (!isAssignment(at: index) || tokens[index + 2].text == "nil")
    }
    guard isKept, let assignment = outside.first, isAssignment(at: assignment),
      isStatement(assignment)
    else { return nil }
    let weak = SourceEdit(source, inserting: "weak ", at: tokens[declaration.keyword].offset)
    return outside.count == 1
      ? constantIsReturned(assignment) ? [weak] : nil
      : outside.count == 2 ? withConstant(assignment, outside[1]).map { [weak] + $0 } : nil
  }

  /// Whether the token is in a closure of the function's.
  private func isInClosure(_ index: Int) -> Bool {
    source.outline.braces.contains { brace in
      brace.kind == .closure && function.contains(brace.token) && brace.token < index
        && index < brace.end ?? .max
    }
  }

  private func isAssignment(at index: Int) -> Bool {
    tokens[index + 1].text == "=" && tokens[index + 2].text != "="
  }

  /// Whether a statement directly in the function begins with the token.
  private func isStatement(_ index: Int) -> Bool {
    tokens[index].line > tokens[index - 1].line
      && source.outline.innermost(around: index)?.token == function.lowerBound
  }

  /// Whether the function's last statement returns the constant that the variable is set to: `token = registered`.
  private func constantIsReturned(_ assignment: Int) -> Bool {
    let value = tokens[assignment + 2].text
    return tokens[assignment + 3].line > tokens[assignment].line
      && tokens[function.upperBound - 2].text == "return"
      && tokens[function.upperBound - 1].text == value && isStatement(function.upperBound - 2)
      && function.contains {
        tokens[$0].text == "let" && tokens[$0 + 1].text == value
          && source.outline.innermost(around: $0)?.token == function.lowerBound
      }
  }

  /// The edits of `token = Token { … }` and `return token!`, which follows.
  private func withConstant(_ assignment: Int, _ returned: Int) -> [SourceEdit]? {
    guard let end = closure.end, let type = declaration.type, assignment < closure.token,
      tokens[assignment].line == tokens[closure.token].line,
      !tokens[assignment..<closure.token].contains(where: { $0.text == ";" }),
      tokens[returned - 1].text == "return", isStatement(returned - 1),
      tokens[end + 1..<returned - 1].allSatisfy({ $0.text == ")" }),
      ["!", "}"].contains(tokens[returned + 1].text),
      function.upperBound - returned <= 2
    else { return nil }
    let constant = "strong" + name.prefix(1).uppercased() + name.dropFirst()
    guard !tokens.contains(where: { $0.text == constant }) else { return nil }
    let statement = tokens[returned - 1].offset
    return [
      SourceEdit(
        source, tokens[assignment].offset..<tokens[assignment].end,
        "let \(constant): \(declaration.text(type))"),
      SourceEdit(
        source,
        inserting: "\(name) = \(constant)\n" + source.tokens.indentation(at: statement),
        at: statement),
      SourceEdit(source, tokens[returned].offset..<tokens[returned].end, constant),
    ]
  }
}

extension SourceOutline {
  /// The innermost braces around the token at `index`.
  func innermost(around index: Int) -> Brace? {
    innermost(around: index) { _ in true }
  }

  /// The braces of the innermost function, closure or type around the token at `index`.
  func innermostFunction(around index: Int) -> Brace? {
    innermost(around: index) { $0.kind != .block }
  }

  /// The innermost braces around the token at `index` that are meant. Those in a capture list come before its closure's.
  func innermost(around index: Int, where isMeant: (Brace) -> Bool) -> Brace? {
    var found: Brace?
    for brace in braces where brace.token < index && index < brace.end ?? .max && isMeant(brace) {
      if brace.token > found?.token ?? -1 { found = brace }
    }
    return found
  }
}
