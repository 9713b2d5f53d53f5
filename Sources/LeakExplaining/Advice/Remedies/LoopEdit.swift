/// The change of a task that unwraps a weak `self` above its loop: it does so in each turn of the loop.
struct LoopEdit {
  /// The edits; `nil` where there is not exactly one closure in the type that has `line` for which the property is set to a task, and
  /// which unwraps `self` above a loop.
  static func edits(
    _ source: SourceFiles.Source, property name: String, inTypeAt line: Int
  ) -> [SourceEdit]? {
    guard let index = source.properties.token(of: name, inTypeAt: line),
      let type = source.outline.braces.last(where: {
        $0.kind == .type && $0.token < index && index < $0.end ?? .max
      }), let end = type.end
    else { return nil }
    let found = source.outline.braces.filter { brace in
      brace.kind == .closure && type.token < brace.token && brace.token < end
        && brace.capturesSelfWeakly && isTask(brace, setting: name, source.tokens.tokens)
    }.compactMap { edits(source, in: $0) }
    return found.count == 1 ? found[0] : nil
  }

  /// Whether the closure is that of `name = Task {`, or of a task that is made in another way.
  private static func isTask(
    _ brace: SourceOutline.Brace, setting name: String, _ tokens: [SwiftTokens.Token]
  ) -> Bool {
    tokens[..<brace.token].indices.reversed().prefix { tokens[$0].line == brace.line }.contains {
      tokens[$0...].prefix(3).map(\.text) == [name, "=", "Task"]
    }
  }

  private static let unwrapping = ["guard", "let", "self", "else", "{", "return", "}"]

  private static func edits(
    _ source: SourceFiles.Source, in brace: SourceOutline.Brace
  ) -> [SourceEdit]? {
    let tokens = source.tokens.tokens
    guard let head = ClosureHead(tokens, brace: brace.token)?.end, let end = brace.end else {
      return nil
    }
    let body = head + 1
    let loop = body + unwrapping.count
    guard loop < end, tokens[body..<loop].map(\.text) == unwrapping,
      ["for", "while"].contains(tokens[loop].text),
      let start = (loop..<end).first(where: { tokens[$0].text == "{" }),
      let inside = source.outline.braces.first(where: { $0.token == start }), inside.kind == .block,
      // What waits in between would keep the object meanwhile.
      inside.end == end - 1, !(start..<end).contains(where: { tokens[$0].text == "await" })
    else { return nil }
    guard !source.mayUseMembers(in: loop..<start, around: start), start + 1 < end - 1 else {
      return nil
    }
    return [
      SourceEdit(source, tokens[body].offset..<tokens[loop].offset, ""),
      source.unwrapping(["self"], orReturning: "return", at: start + 1, behind: start),
    ]
  }
}

extension SourceFiles.Source {
  /// Whether a word in a range of tokens may be a member of `self`: it is no variable of the function around the token at `index`, and no
  /// type.
  func mayUseMembers(in range: Range<Int>, around index: Int) -> Bool {
    let tokens = tokens.tokens
    return range.contains { position in
      let word = tokens[position].text
      return word.first?.isLowercase == true && !Self.keywords.contains(word)
        && tokens[position - 1].text != "." && !isLocal(word, in: index)
        && tokens[position + 1].text != "in"
    }
  }

  private static let keywords: Set = [
    "for", "while", "try", "await", "in", "let", "var", "true", "nil",
  ]
}
