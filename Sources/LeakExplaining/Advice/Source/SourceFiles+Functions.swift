/// Functions that are handed on.
extension SourceFiles.Source {
  /// Whether the word at an index is a whole argument of a call.
  func isArgument(_ index: Int) -> Bool {
    let tokens = tokens.tokens
    return ["(", ",", ":"].contains(tokens[index - 1].text)
      && [")", ","].contains(tokens[index + 1].text)
      && tokens.opening(before: index).map {
        tokens[$0].text == "(" && tokens[$0 - 1].isPlainWord
      } ?? false
  }

  /// Whether the closure or the local function in `brace` hands on what it got as a parameter of a function's type, or has as such from a
  /// function or a closure around.
  func handsOnFunction(at index: Int, in brace: SourceOutline.Brace) -> Bool {
    isArgument(index) && isParameterOfFunctionType(index, from: brace)
  }

  /// Whether the word at an index is the name of a parameter that is declared as a function, by the innermost of the functions around
  /// which has one of that name.
  private func isParameterOfFunctionType(_ index: Int, from brace: SourceOutline.Brace) -> Bool {
    let tokens = tokens.tokens
    let around = outline.braces.filter {
      [.closure, .declaration].contains($0.kind) && $0.token <= brace.token
        && index < $0.end ?? .max
    }
    for brace in around.reversed() {
      let parameter = parameters(of: brace).first { position in
        tokens[position].text == tokens[index].text
          && (brace.kind == .closure || tokens[position + 1].text == ":")
      }
      if let parameter {
        return tokens[parameter + 1].text == ":" && isFunctionType(at: parameter + 2)
      }
    }
    return false
  }

  /// The tokens that the parameters of a function or a closure are among.
  private func parameters(of brace: SourceOutline.Brace) -> Range<Int> {
    let tokens = tokens.tokens
    if brace.kind == .closure {
      guard let head = ClosureHead(tokens, brace: brace.token), let end = head.end else {
        return 0..<0
      }
      return (head.list.map { $0.end + 1 } ?? head.start)..<end
    }
    let index = outline.braces.firstIndex { $0.token == brace.token }
    let keyword = index.flatMap { outline.keyword(ofFunctionAt: $0, tokens) }
    return keyword.map { $0..<brace.token } ?? 0..<0
  }

  /// Whether the type at an index is a function's, or is written as one that escapes.
  private func isFunctionType(at start: Int) -> Bool {
    let tokens = tokens.tokens
    var depth = 0
    for index in start..<tokens.count {
      switch tokens[index].text {
      case "escaping" where tokens[index - 1].text == "@": return true
      case ">" where tokens[index - 1].text == "-": return true
      case "(", "[", "<": depth += 1
      case ")", "]", ">":
        depth -= 1
        if depth < 0 { return false }
      case "," where depth == 0: return false
      case "{", "}", "=", "in": return false
      default: break
      }
    }
    return false
  }
}
