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
  /// Names decide, not types: whoever is told so learns only that it may be. Where the type has several functions of the name in the file,
  /// it is not known which is called.
  ///
  /// - Parameter variable: What the closure calls methods of, beside `self`.
  /// - Complexity: O(*n*) in the length of the file, times the number of functions that are called.
  func functionCalledAgain(fromClosureAt index: Int, by variable: String?) -> String? {
    guard let function = outline.ancestors(of: index).first(where: isFunction),
      let name = functionName(ofBracesAt: function)
    else { return nil }
    let type = typeName(around: function)
    let functions = outline.braces.indices.filter {
      isFunction($0) && typeName(around: $0) == type
    }
    guard functions.count(where: { functionName(ofBracesAt: $0) == name }) == 1 else { return nil }
    var waiting = calls(inBracesAt: index, by: variable)
    var known = waiting
    while let next = waiting.popFirst() {
      if next == name { return name + "()" }
      for other in functions where functionName(ofBracesAt: other) == next {
        let new = calls(inBracesAt: other).subtracting(known)
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

  private func functionName(ofBracesAt index: Int) -> String? {
    let tokens = tokens.tokens
    guard let keyword = outline.keyword(ofFunctionAt: index, tokens),
      tokens[keyword].text == "func"
    else { return nil }
    return tokens[keyword + 1].text
  }

  /// The names of the functions that are called inside braces: of `self`, of `variable`, or of nothing.
  private func calls(inBracesAt index: Int, by variable: String? = nil) -> Set<String> {
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
    return Set(names.map { tokens[$0].text })
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
