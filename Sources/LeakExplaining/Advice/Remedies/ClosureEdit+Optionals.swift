/// Variables that are optional already. A weak one is a variable of the closure's own, and is not unwrapped without a word.
extension ClosureEdit {
  /// The names of those variables that the closure has to unwrap; `nil` where it uses an optional one in a way that may not compile with
  /// a weak one, or would end the process.
  func unwrapped(of captures: [Capture], membersOf carrier: String?) -> [String]? {
    var names: [String] = []
    for capture in captures {
      if capture.isOptional {
        let uses = Set(uses(of: capture.name, membersOf: carrier))
        if uses.isSubset(of: [.optional]) { continue }
        // One that is declared with `!`.
        guard uses == [.member] else { return nil }
      }
      names.append(capture.name)
    }
    return names
  }

  /// How a variable is used that may be optional.
  private enum Use {
    /// As one that may be empty.
    case optional
    /// For a member, without a question: `view.draw()`.
    case member
    case other
  }

  private func uses(of name: String, membersOf carrier: String?) -> [Use] {
    guard let end = brace.end else { return [.other] }
    let uses = (body..<end).filter { index in
      tokens[index].text == name && !source.isLabel(index)
        && !(["let", "var"].contains(tokens[index - 1].text) && tokens[index + 1].text == "=")
        && (tokens[index - 1].text != "."
          || tokens[index - 2].text == carrier && tokens[index - 3].text != ".")
    }
    let bindings = uses.filter(isBinding).compactMap(scope(ofBindingAt:))
    return uses.compactMap { index in
      bindings.contains { $0.contains(index) } ? nil : use(at: index)
    }
  }

  private func use(at index: Int) -> Use {
    // A closure that may run at the same time cannot use another one's variable.
    let isOwn = source.outline.innermostFunction(around: index)?.token == brace.token
    let next = tokens[index + 1]
    let isOptional =
      isBinding(index) || next.text == "?" && next.offset == tokens[index].end
      || ["=", "!"].contains(next.text) && tokens[index + 2].text == "="
        && tokens[index + 3].text == "nil"
    if isOptional { return isOwn ? .optional : .other }
    // An optional has members of its own.
    return next.text == "." && !["map", "flatMap"].contains(tokens[index + 2].text)
      ? .member : .other
  }

  /// Whether a condition binds the variable at `index` to a constant: `if let view`, `guard let shown = view`.
  private func isBinding(_ index: Int) -> Bool {
    let isShort = ["let", "var"].contains(tokens[index - 1].text)
    guard
      isShort || tokens[index - 1].text == "=" && ["let", "var"].contains(tokens[index - 3].text)
    else { return false }
    let start = tokens[..<index].lastIndex {
      "{};".contains($0.text) || Self.conditions.contains($0.text)
    }
    return ["else", ",", "{"].contains(tokens[index + 1].text)
      && start.map { Self.conditions.contains(tokens[$0].text) } == true
  }

  private static let conditions: Set = ["if", "guard", "while"]

  /// Where the constant is known that the condition at `index` gives the variable's name.
  private func scope(ofBindingAt index: Int) -> Range<Int>? {
    let isSameName =
      tokens[index - 1].text != "=" || tokens[index - 2].text == tokens[index].text
    guard isSameName, let around = source.outline.innermost(around: index) else { return nil }
    let word = tokens[..<index].last { Self.conditions.contains($0.text) }
    if word?.text == "guard" { return index + 1..<(around.end ?? tokens.count) }
    let block = source.outline.braces.first {
      $0.kind == .block && $0.token > index
        && $0.parent.map { source.outline.braces[$0].token } == around.token
    }
    return block.map { index + 1..<($0.end ?? tokens.count) }
  }
}
