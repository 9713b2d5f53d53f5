/// A variable that a closure uses, and that the function directly around declares as an optional without a value.
struct EmptyVariable {
  /// The tokens of the function's body, from its brace on.
  let function: Range<Int>
  let declaration: PropertyDeclaration
  /// The tokens of its type.
  let type: Range<Int>

  /// The variable `name`, where it is such a one, has no observers, and is the function's only one of that name.
  init?(_ source: SourceFiles.Source, named name: String, usedBy closure: SourceOutline.Brace) {
    let tokens = source.tokens.tokens
    guard let parent = closure.parent, source.outline.braces[parent].kind == .declaration,
      let end = source.outline.braces[parent].end
    else { return nil }
    let start = source.outline.braces[parent].token
    let declared = (start..<end).filter {
      tokens[$0].text == name && ["var", "let"].contains(tokens[$0 - 1].text)
    }
    guard declared.count == 1, declared[0] < closure.token, tokens[declared[0] - 1].text == "var",
      source.outline.innermost(around: declared[0])?.token == start,
      let declaration = PropertyDeclaration(source, nameAt: declared[0]),
      !declaration.hasObservers, declaration.value.map(declaration.text) ?? "nil" == "nil",
      let type = declaration.type, let last = type.last, ["?", "!"].contains(tokens[last].text)
    else { return nil }
    function = start..<end
    self.declaration = declaration
    self.type = type
  }
}
