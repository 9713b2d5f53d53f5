import LeakDeciding
import LeakSymbolication

/// Closures that have themselves made anew.
extension SourceFiles.Source {
  /// The index of the braces of the closure expression `function` that begins on a line; `nil` where there is not exactly one.
  func closure(_ function: FunctionName, onLine line: Int) -> Int? {
    let closures = outline.closures(depth: function.closureDepth, number: function.closureNumber) {
      outline.braces[$0].line == line
    }
    return closures.count == 1 ? closures[0] : nil
  }

  /// The function that the closure at an index is written in, where the closure calls it, itself or by other functions of the file.
  ///
  /// Names and labels decide, not types: whoever is told so learns only that it may be.
  ///
  /// - Parameter variable: What the closure calls methods of, beside `self`.
  /// - Complexity: O(*n*) in the length of the file, times the number of functions that are called.
  func functionCalledAgain(fromClosureAt index: Int, by variable: String?) -> String? {
    guard let function = outline.ancestors(of: index).first(where: isFunction),
      let own = signature(ofFunctionAt: function)
    else { return nil }
    let type = typeName(around: function)
    let functions = outline.braces.indices.compactMap { index in
      isFunction(index) && typeName(around: index) == type
        ? signature(ofFunctionAt: index).map { (index: index, signature: $0) } : nil
    }
    var waiting = calls(inBracesAt: index, by: variable)
    var known = waiting
    while let next = waiting.popFirst() {
      if own.accepts(next) { return own.name + "()" }
      for other in functions where other.signature.accepts(next) {
        let new = calls(inBracesAt: other.index).subtracting(known)
        known.formUnion(new)
        waiting.formUnion(new)
      }
    }
    return nil
  }

  /// The name of the type whose declaration, or extension, the braces at an index are in, without the types around it.
  private func typeName(around index: Int) -> String? {
    outline.keyword(ofTypeAround: index, tokens.tokens).flatMap(tokens.tokens.nameOfType)
  }

  private func isFunction(_ index: Int) -> Bool { outline.braces[index].kind == .declaration }

  /// A function's name, and the labels of its parameters, or of a call's arguments: `_` where there is none.
  private struct Signature: Hashable {
    var name: String
    var labels: [String]

    /// Whether it may be called so: a parameter may have a value of its own, or be given behind the parentheses.
    func accepts(_ call: Signature) -> Bool {
      guard name == call.name else { return false }
      var rest = call.labels[...]
      for label in labels where label == rest.first { rest.removeFirst() }
      return rest.isEmpty
    }
  }

  private func signature(ofFunctionAt index: Int) -> Signature? {
    let tokens = tokens.tokens
    guard let keyword = outline.keyword(ofFunctionAt: index, tokens),
      tokens[keyword].text == "func",
      let list = (keyword..<outline.braces[index].token).first(where: { tokens[$0].text == "(" })
    else { return nil }
    let labels = itemsInParentheses(at: list).compactMap { item -> String? in
      // Types have commas as well.
      let words = tokens[item...].prefix { $0.isPlainWord }.map(\.text)
      return tokens[item...].dropFirst(words.count).first?.text == ":" ? words.first : nil
    }
    return Signature(name: tokens[keyword + 1].text, labels: labels)
  }

  /// The call of the function whose name is at an index.
  private func call(at index: Int) -> Signature {
    let tokens = tokens.tokens
    let labels = itemsInParentheses(at: index + 1).map { item in
      tokens[item].isPlainWord && tokens[item + 1].text == ":" ? tokens[item].text : "_"
    }
    return Signature(name: tokens[index].text, labels: labels)
  }

  /// Where what is in parentheses begins, and what is behind each comma in them.
  private func itemsInParentheses(at start: Int) -> [Int] {
    let tokens = tokens.tokens
    guard let end = tokens.closing(of: start), end > start + 1 else { return [] }
    let commas = (start + 1..<end).filter {
      tokens[$0].text == "," && tokens.opening(before: $0) == start
    }
    return ([start] + commas).map { $0 + 1 }
  }

  /// The functions that are called inside braces: of `self`, of `variable`, or of nothing.
  private func calls(inBracesAt index: Int, by variable: String? = nil) -> Set<Signature> {
    let tokens = tokens.tokens
    let brace = outline.braces[index]
    let range = brace.token..<(brace.end ?? tokens.count)
    var receivers: Set = ["self", variable ?? "self"]
    for index in range.dropFirst(2) where tokens[index].text == "self" {
      if tokens[index - 1].text == "=" { receivers.insert(tokens[index - 2].text) }
    }
    let names = range.dropFirst().dropLast().filter { index in
      guard tokens[index].isPlainWord, tokens[index + 1].text == "(" else { return false }
      guard tokens[index - 1].text == "." else { return tokens[index - 1].text != "func" }
      let isOptional = ["?", "!"].contains(tokens[index - 2].text)
      return receivers.contains(tokens[index - (isOptional ? 3 : 2)].text)
    }
    return Set(names.map(call))
  }
}

extension StepDraft {
  /// The function that makes a closure, where the closure calls it, itself or by other functions of the file: it may be made anew
  /// whenever it has run.
  var functionCalledAgain: String? {
    guard case .capture(let function?) = facts, function.kind == .closure, let place,
      !place.isApproximate, let source = SourceFiles.shared.source(of: place),
      let closure = source.closure(function, onLine: place.line)
    else { return nil }
    return source.functionCalledAgain(fromClosureAt: closure, by: step.capture?.variable)
  }
}
