/// A closure's capture list, and what it says about `self`.
struct CaptureList {
  /// A value that is captured.
  struct Entry: Hashable {
    /// The name that the closure knows it by.
    var name: String
    /// The index of the entry's first token.
    var token: Int
    /// What it is said to be, `self` in `[screen = self]`; `nil` where it is a variable of that name.
    var value: String?
    /// Whether it is neither weak nor unowned.
    var isOwning: Bool
  }

  private(set) var entries: [Entry] = []
  /// The index of the token that the list begins with.
  var start: Int
  var capturesSelfWeakly = false
  var capturesSelfStrongly = false
  var evaluatesSelf = false
  /// The index of the token that ends the list.
  var end: Int

  /// Reads the list after the brace at `brace`; `nil` when there is none.
  init?(_ tokens: [SwiftTokens.Token], after brace: Int) {
    func text(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }
    start = Self.start(in: tokens, after: brace)
    guard text(start) == "[" else { return nil }
    var entries: [Range<Int>] = []
    var first = start + 1
    var depth = 0
    var position = start
    repeat {
      let word = text(position)
      if word.isEmpty { return nil }
      if "([{".contains(word) { depth += 1 }
      if ")]}".contains(word) { depth -= 1 }
      if depth == 1 && word == "," || depth == 0 {
        entries.append(first..<position)
        first = position + 1
      }
      position += 1
    } while depth > 0
    end = position - 1
    guard Self.isHead(text(position), before: text(position + 1)) else { return nil }
    for entry in entries { read(tokens[entry]) }
  }

  /// The index of the first token after a brace and the attributes behind it: `@MainActor [weak self] in`.
  static func start(in tokens: [SwiftTokens.Token], after brace: Int) -> Int {
    var index = brace + 1
    while tokens.indices.contains(index), tokens[index].text == "@" { index += 2 }
    return index
  }

  /// Whether a closure goes on so behind its list, by two words: an array literal goes on otherwise, `[1, 2].forEach`,
  /// `[1, 2] as Set`.
  private static func isHead(_ word: String, before next: String) -> Bool {
    if ["in", "(", "async", "throws", "-"].contains(word) { return true }
    // The name of a parameter.
    guard let first = word.first, first.isLetter || first == "_" || first == "$" || first == "`"
    else { return false }
    return ["in", ",", "async", "throws", "-"].contains(next)
  }

  private mutating func read(_ entry: ArraySlice<SwiftTokens.Token>) {
    var words = entry.map(\.text)[...]
    let isNonOwning = words.first == "weak" || words.first == "unowned"
    if isNonOwning {
      words = words.dropFirst()
      if words.first == "(" { words = words.dropFirst(3) }
    }
    if let name = words.first {
      let hasValue = words.dropFirst().first == "="
      entries.append(
        Entry(
          name: name, token: entry.startIndex,
          value: hasValue ? Self.text(of: entry.suffix(words.count - 2)) : nil,
          isOwning: !isNonOwning))
    }
    if words.first == "self" {
      if isNonOwning { capturesSelfWeakly = true } else { capturesSelfStrongly = true }
    } else if words.indices.dropFirst(2).contains(where: {
      // `Song.self` is a type.
      words[$0] == "self" && words[$0 - 1] != "."
    }) {
      evaluatesSelf = true
    }
  }

  /// What `tokens` are in the source, with one space wherever there are some, or a comment.
  private static func text(of tokens: ArraySlice<SwiftTokens.Token>) -> String {
    var text = ""
    var end: Int?
    for token in tokens {
      if let end, token.offset > end { text += " " }
      text += token.text
      end = token.end
    }
    return text
  }
}
