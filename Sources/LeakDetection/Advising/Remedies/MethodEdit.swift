import HeapReading

/// The change that stores a closure with a weak capture instead of a method.
struct MethodEdit {
  /// The edit; `nil` where the line does not have exactly one use of the method as a value.
  static func edit(
    _ source: SourceFiles.Source, line: Int, method: String, effects: String = "", call: String
  ) -> SourceEdit? {
    let tokens = source.tokens.tokens
    let name = method.prefix { $0 != "(" }
    let uses = tokens.indices.filter { index in
      guard tokens[index].line == line, tokens[index].text == name, index > 0 else { return false }
      let next = tokens.indices.contains(index + 1) ? tokens[index + 1] : nil
      let isCall = next?.text == "(" && next?.offset == tokens[index].end
      return !isCall && tokens[index - 1].text != "func" && next?.text != ":"
    }
    guard uses.count == 1 else { return nil }
    var start = uses[0]
    var receiver = "self"
    if tokens[start - 1].text == "." {
      guard start >= 2, tokens[start - 2].text.first.map({ $0.isLetter || $0 == "_" }) == true,
        start < 3 || tokens[start - 3].text != "."
      else { return nil }
      start -= 2
      receiver = tokens[start].text
    }
    return SourceEdit(
      source, tokens[start].offset..<tokens[uses[0]].end,
      "{ [weak \(receiver)] in \(effects)\(receiver)?.\(call) }")
  }
}
