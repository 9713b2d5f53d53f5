import LeakHeapReading

/// The change that stores a closure with a weak capture instead of a method.
struct MethodEdit {
  /// The index of the parenthesis that ends the argument labels of a method's whole name, `move(_:to:)`; `nil` where the one at
  /// `start` begins something else: the arguments of a call.
  private static func endOfLabels(at start: Int, in tokens: [SwiftTokens.Token]) -> Int? {
    var index = start + 1
    while index + 1 < tokens.count, tokens[index].text != ")" {
      guard tokens[index + 1].text == ":" else { return nil }
      index += 2
    }
    return index > start + 1 && index < tokens.count && tokens[index].text == ")" ? index : nil
  }

  /// The uses of the method as a value on the line, with its labels where they are written.
  private static func uses(
    of method: String, on line: Int, in tokens: [SwiftTokens.Token]
  ) -> [ClosedRange<Int>] {
    let name = method.prefix { $0 != "(" }
    return tokens.indices.compactMap { index -> ClosedRange<Int>? in
      guard tokens[index].line == line, tokens[index].text == name, index > 0,
        tokens[index - 1].text != "func"
      else { return nil }
      let next = tokens.indices.contains(index + 1) ? tokens[index + 1] : nil
      if next?.text == ":" { return nil }
      guard next?.text == "(", next?.offset == tokens[index].end else { return index...index }
      return endOfLabels(at: index + 1, in: tokens).map { index...$0 }
    }
  }

  /// Whether the line uses the method of `self` as a value; `nil` where it does not use it, or that of others, too.
  static func isOfSelf(_ source: SourceFiles.Source, line: Int, method: String) -> Bool? {
    let tokens = source.tokens.tokens
    let answers = uses(of: method, on: line, in: tokens).map { use in
      let start = use.lowerBound
      return tokens[start - 1].text != "." || start < 2
        || ["self", "super"].contains(tokens[start - 2].text)
    }
    return Set(answers).count == 1 ? answers[0] : nil
  }

  /// The same of whichever methods the function on the line uses as values, of those that the source declares.
  static func isOfSelf(_ source: SourceFiles.Source, inFunctionOn line: Int) -> Bool? {
    let tokens = source.tokens.tokens
    let braces = source.outline.braces
    guard let function = source.outline.function(around: line, tokens),
      let end = braces[function].end
    else { return nil }
    let names = braces.reduce(into: Set<String>()) { $0.formUnion($1.functions.keys) }
    var known: Set<SwiftTokens.Token> = []
    let answers = tokens[braces[function].token..<end].filter { names.contains($0.text) }.compactMap
    {
      token in
      known.insert(token).inserted
        ? isOfSelf(source, line: token.line, method: token.text) : nil
    }
    return Set(answers).count == 1 ? answers[0] : nil
  }

  /// Whether what begins at `start` is what a declaration, or an entry of a list, gives a name: `let stop = `, `[stop = `.
  private static func isGivenName(at start: Int, in tokens: [SwiftTokens.Token]) -> Bool {
    start >= 3 && tokens[start - 1].text == "="
      && ["let", "var", "[", ","].contains(tokens[start - 3].text)
  }

  /// The edit; `nil` where the line does not have exactly one use of the method as a value.
  static func edit(
    _ source: SourceFiles.Source, line: Int, method: String, effects: String = "", call: String
  ) -> SourceEdit? {
    let tokens = source.tokens.tokens
    let uses = uses(of: method, on: line, in: tokens)
    guard uses.count == 1 else { return nil }
    var start = uses[0].lowerBound
    var receiver = "self"
    if tokens[start - 1].text == "." {
      guard start >= 2, tokens[start - 2].isPlainWord,
        start < 3 || tokens[start - 3].text != "."
      else { return nil }
      start -= 2
      receiver = tokens[start].text
    }
    // The method as a type has it captures nothing. What a declaration, a capture list or a literal has gets its type from the closure,
    // which is another one: of an optional result.
    let place = ExpressionPlace(source, start...uses[0].upperBound)
    guard receiver.first?.isUppercase == false, !isGivenName(at: start, in: tokens),
      !place.decidesType
    else { return nil }
    let body =
      place.mayDecideTypeOfCall
      ? "guard let \(receiver) else { return }; \(effects)\(receiver).\(call)"
      : "\(effects)\(receiver)?.\(call)"
    return SourceEdit(
      source, tokens[start].offset..<tokens[uses[0].upperBound].end,
      "{ [weak \(receiver)] in \(body) }")
  }
}
