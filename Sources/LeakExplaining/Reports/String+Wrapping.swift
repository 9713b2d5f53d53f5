extension String {
  /// The text with its long lines broken at spaces; each goes on as far to the right as it began.
  ///
  /// What is drawn, as the path in a report, stays as it is. A capture list and a command are not broken: people copy them.
  package func wrapped(to columns: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.count > columns && !$0.isDrawn ? $0.broken(at: columns) : String($0) }
      .joined(separator: "\n")
  }
}

extension Substring {
  /// Whether the line is a part of a drawing.
  fileprivate var isDrawn: Bool { contains { "│╭╰╮╯".contains($0) } }

  fileprivate func broken(at columns: Int) -> String {
    let margin = String(prefix { $0 == " " })
    var lines: [String] = []
    var current = margin
    for word in unbroken {
      if current.count > margin.count, current.count + 1 + word.count > columns {
        lines.append(current)
        current = margin
      }
      current += (current.count > margin.count ? " " : "") + word
    }
    return (lines + [current]).joined(separator: "\n")
  }

  /// What stays on one line at most.
  private static var longest: Int { 72 }

  /// The words, or several where they are one thing: `[weak self]`, `(swift run leakcases show timers/one-shot-timer)`.
  private var unbroken: [String] {
    var parts: [String] = []
    var rest = split(separator: " ")[...]
    while let word = rest.popFirst() {
      guard let end = Self.end(ofWhatBeginsWith: word, in: rest) else {
        parts.append(String(word))
        continue
      }
      parts.append(([word] + rest[rest.startIndex...end]).joined(separator: " "))
      rest = rest[(end + 1)...]
    }
    return parts
  }

  /// The last word of what `word` begins and must not be broken; `nil` where it begins nothing, or that is too long.
  private static func end(
    ofWhatBeginsWith word: Substring, in rest: ArraySlice<Substring>
  ) -> Int? {
    let (open, close): (Character, Character) =
      word.hasPrefix("(swift") ? ("(", ")") : ("[", "]")
    var depth = depth(of: word, open, close)
    var length = word.count
    guard depth > 0 else { return nil }
    for index in rest.indices {
      length += 1 + rest[index].count
      depth += Self.depth(of: rest[index], open, close)
      if length > longest { return nil }
      if depth <= 0 { return index }
    }
    return nil
  }

  private static func depth(
    of word: Substring, _ open: Character, _ close: Character
  ) -> Int {
    word.reduce(0) { $0 + ($1 == open ? 1 : $1 == close ? -1 : 0) }
  }
}
