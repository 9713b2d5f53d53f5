/// How a closure expression begins: its attributes, its capture list, and its parameters.
struct ClosureHead {
  /// An entry of a capture list.
  struct Entry: Hashable {
    /// The name that the closure knows the value by.
    var name: String
    /// The index of the entry's first token.
    var token: Int
    var isOwning: Bool
  }

  /// The index of the token that the capture list begins with, if there is one.
  private(set) var list: Int?
  private(set) var entries: [Entry] = []
  /// The index of the first token after the brace and the attributes: a capture list, parameters, or the body.
  private(set) var start: Int
  /// The index of the `in` that ends the head, if there is one.
  private(set) var end: Int?

  /// Reads the closure whose brace is the token at `brace`; `nil` where its head is not understood.
  init?(_ tokens: [SwiftTokens.Token], brace: Int) {
    func text(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }
    start = brace + 1
    while text(start) == "@" { start += 2 }
    var index = start
    if text(index) == "[", let captures = CaptureList(tokens, after: brace) {
      list = index
      entries = Self.entries(tokens, in: index + 1..<captures.end)
      index = captures.end + 1
    }
    end = Self.end(ofSignatureAt: index, in: tokens)
    if list != nil || start > brace + 1, end == nil { return nil }
  }

  private static func entries(
    _ tokens: [SwiftTokens.Token], in range: Range<Int>
  ) -> [Entry] {
    var entries: [Entry] = []
    var depth = 0
    var isBeginning = true
    for index in range {
      let word = tokens[index].text
      if "([{".contains(word) { depth += 1 }
      if ")]}".contains(word) { depth -= 1 }
      if depth == 0, word == "," {
        isBeginning = true
      } else if isBeginning {
        isBeginning = false
        let isOwning = word != "weak" && word != "unowned"
        // `unowned(unsafe) name`
        let name = isOwning ? word : tokens[index + 1..<range.upperBound].first { isWord($0) }?.text
        entries.append(Entry(name: name ?? "", token: index, isOwning: isOwning))
      }
    }
    return entries
  }

  private static func isWord(_ token: SwiftTokens.Token) -> Bool {
    token.text != "unsafe" && token.text != "safe"
      && token.text.first.map { $0.isLetter || $0 == "_" || $0 == "`" } == true
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
