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
    let word = body + unwrapping.count
    guard word < end, tokens[body..<word].map(\.text) == unwrapping,
      ClosureEdit.loopWords.contains(tokens[word].text),
      let loop = source.loop(at: word, before: end), loop.isBlock, loop.end == end - 1,
      ClosureEdit.uses(of: "self", in: word..<loop.start, of: tokens) == 0,
      !source.mayUseMembers(in: word..<loop.start, around: loop.start), loop.start + 1 < loop.end
    else { return nil }
    return [
      // A comment behind it stays.
      SourceEdit(
        source, tokens[body].offset..<source.tokens.next(behind: tokens[word - 1].end), ""),
      source.unwrapping(["self"], orReturning: "return", at: loop.start + 1, behind: loop.start),
    ]
  }
}

extension SourceFiles.Source {
  /// A loop that awaits nothing in a turn.
  struct Loop {
    /// The index of `for` or `while`.
    var word: Int
    /// The indices of the braces behind that.
    var start: Int
    var end: Int
    /// Whether they are those of a block, and no closure's.
    var isBlock: Bool
  }

  /// The loop whose first token is at `word`; `nil` where it awaits something in a turn: it would keep the objects meanwhile.
  func loop(at word: Int, before end: Int) -> Loop? {
    let tokens = tokens.tokens
    var depth = 0
    // A closure in what the loop is over stands in parentheses.
    let start = (word..<end).first { index in
      if ["(", "["].contains(tokens[index].text) { depth += 1 }
      if [")", "]"].contains(tokens[index].text) { depth -= 1 }
      return depth == 0 && tokens[index].text == "{"
    }
    guard let start,
      let inside = outline.braces.first(where: { $0.token == start }), let loopEnd = inside.end,
      !(start..<loopEnd).contains(where: { tokens[$0].text == "await" })
    else { return nil }
    return Loop(word: word, start: start, end: loopEnd, isBlock: inside.kind == .block)
  }

  /// Whether a word in a range of tokens may be a member of `self` that does not say so: it is no variable of the function around the token
  /// at `index`, and no type, nor one of `captured`.
  func mayUseMembers(
    in range: Range<Int>, around index: Int, besides captured: Set<String> = []
  ) -> Bool {
    let tokens = tokens.tokens
    return range.contains { position in
      let word = tokens[position].text
      let first = word.first { !["_", "`"].contains($0) }
      return first?.isLowercase == true && word != "self" && !Self.keywords.contains(word)
        && !captured.contains(word) && !isOfStandardLibrary(word)
        && tokens[position - 1].text != "." && !isLocal(word, in: index)
        && tokens[position + 1].text != "in"
        && !isLabel(position)
    }
  }

  /// Whether the word at an index is the label of an argument, or of a tuple's element; and not a key in a dictionary.
  func isLabel(_ position: Int) -> Bool {
    let tokens = tokens.tokens
    return tokens[position + 1].text == ":" && ["(", ","].contains(tokens[position - 1].text)
      && tokens.opening(before: position).map { tokens[$0].text == "(" } ?? false
  }

  /// Whether a word is the name of a function of the standard library, and of nothing that the file declares.
  private func isOfStandardLibrary(_ word: String) -> Bool {
    let tokens = tokens.tokens
    return Self.functions.contains(word)
      && !zip(tokens, tokens.dropFirst()).contains { keyword, name in
        name.text == word && ["func", "let", "var"].contains(keyword.text)
      }
  }

  private static let functions: Set = [
    "abs", "assert", "dump", "fatalError", "max", "min", "precondition", "print", "stride", "zip",
  ]

  /// The words of statements and literals.
  static let keywords: Set = [
    "as", "await", "break", "case", "catch", "continue", "default", "defer", "do", "else", "false",
    "for", "guard", "if", "in", "is", "let", "nil", "repeat", "return", "switch", "throw", "true",
    "try", "var", "where", "while", "_",
  ]
}
