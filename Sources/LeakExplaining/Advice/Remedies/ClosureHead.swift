/// How a closure expression begins: its attributes, its capture list, and its parameters.
struct ClosureHead {
  let list: CaptureList?
  /// The index of the first token after the brace and the attributes: a capture list, parameters, or the body.
  let start: Int
  /// The index of the `in` that ends the head, if there is one.
  let end: Int?

  /// Reads the closure whose brace is the token at `brace`; `nil` where its head is not understood.
  init?(_ tokens: [SwiftTokens.Token], brace: Int) {
    start = CaptureList.start(in: tokens, after: brace)
    list = CaptureList(tokens, after: brace)
    end = Self.end(ofSignatureAt: list.map { $0.end + 1 } ?? start, in: tokens)
    if list != nil || start > brace + 1, end == nil { return nil }
  }

  /// The index of the `in` of the parameters, the effects and the result that begin at `index`; `nil` where something else does: the
  /// statements, which may have an `in` of their own.
  private static func end(ofSignatureAt index: Int, in tokens: [SwiftTokens.Token]) -> Int? {
    let tokens = tokens.prefix(index + mostTokens)
    func text(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }
    var index = index
    if text(index) == "(" {
      guard let end = end(ofGroupAt: index, in: tokens) else { return nil }
      index = end + 1
    } else if tokens.indices.contains(index), isName(tokens[index]) {
      index += 1
      while text(index) == "," {
        guard tokens.indices.contains(index + 1), isName(tokens[index + 1]) else { return nil }
        index += 2
      }
    }
    while effects.contains(text(index)) {
      index += 1
      // `throws(Failure)`
      if text(index) == "(", text(index - 1) == "throws" {
        guard let end = end(ofGroupAt: index, in: tokens) else { return nil }
        index = end + 1
      }
    }
    if text(index) == "-", text(index + 1) == ">" { return end(ofTypeAt: index + 2, in: tokens) }
    return text(index) == "in" ? index : nil
  }

  /// Whether a token may be a parameter's name: `value`, `_`, `$value`.
  private static func isName(_ token: SwiftTokens.Token) -> Bool {
    token.text != "in" && token.text.first.map { $0.isLetter || "_`$".contains($0) } == true
  }

  /// The index of the parenthesis that ends the ones at `start`; `nil` where they have more in them than parameters or a type.
  private static func end(
    ofGroupAt start: Int, in tokens: ArraySlice<SwiftTokens.Token>
  ) -> Int? {
    var depth = 0
    for index in start..<tokens.endIndex {
      switch tokens[index].text {
      case "(", "[": depth += 1
      case ")", "]":
        depth -= 1
        if depth == 0 { return index }
      case "{", "}", ";", "=": return nil
      default: break
      }
    }
    return nil
  }

  /// The index of the `in` behind the type at `start`, which is the closure's result.
  private static func end(
    ofTypeAt start: Int, in tokens: ArraySlice<SwiftTokens.Token>
  ) -> Int? {
    var depth = 0
    for index in tokens.indices.suffix(from: min(start, tokens.endIndex)) {
      switch tokens[index].text {
      case "in" where depth == 0: return index
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      // The end of an arrow, or of generic arguments.
      case ">": if tokens[index - 1].text != "-" { depth -= 1 }
      case "{", "}", ";", "=": return nil
      default: break
      }
      if depth < 0 { return nil }
    }
    return nil
  }

  private static let mostTokens = 200
  private static let effects: Set = ["async", "throws", "rethrows"]
}
