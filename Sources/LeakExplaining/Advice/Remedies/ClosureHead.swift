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

  private static func isWord(_ token: SwiftTokens.Token) -> Bool {
    token.text.first.map { $0.isLetter || $0 == "_" || $0 == "`" } == true
  }

  /// The index of the `in` of the parameters and the effects that begin at `index`; `nil` where something else does.
  private static func end(ofSignatureAt index: Int, in tokens: [SwiftTokens.Token]) -> Int? {
    var index = index
    var depth = 0
    let limit = min(tokens.count, index + mostTokens)
    while index < limit {
      let word = tokens[index].text
      switch word {
      case "in" where depth == 0: return index
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      // The end of an arrow, or of generic arguments.
      case ">": if tokens[index - 1].text != "-" { depth -= 1 }
      case "{", "}", ";", "=", "\"": return nil
      default:
        // Two words side by side are a statement, but for effects, ownership and `any P`.
        let isName = isWord(tokens[index])
        let previous = index > 0 ? tokens[index - 1] : tokens[index]
        if depth == 0, isName, index > 0, isWord(previous), !effects.contains(word),
          !effects.contains(previous.text), previous.text != "in", previous.text != "any",
          previous.text != "some"
        {
          return nil
        }
      }
      if depth < 0 { return nil }
      index += 1
    }
    return nil
  }

  private static let mostTokens = 200
  private static let effects: Set = ["async", "throws", "rethrows"]
}
