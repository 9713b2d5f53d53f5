/// The words and punctuation of a Swift source, without comments and without what is in string literals.
///
/// It is tolerant: what it does not understand becomes punctuation, and a literal or a comment without an
/// end reaches to the end of the source. The code of string interpolations is part of the result.
struct SwiftTokens {
  /// A word, or one character that is neither part of a word nor a space.
  struct Token: Hashable {
    var text: String
    /// Counted from 1.
    var line: Int
    /// Where it begins in the source, in UTF-8 bytes.
    var offset: Int

    /// Where it ends.
    var end: Int { offset + text.utf8.count }

    /// Whether this is a name without backticks, or a keyword.
    var isPlainWord: Bool { text.first.map { $0.isLetter || $0 == "_" } == true }
  }

  private(set) var tokens: [Token] = []
  let bytes: [UInt8]
  private var index = 0
  private var line = 1

  /// - Complexity: O(*n*) in the length of `source`.
  init(_ source: String) {
    bytes = Array(source.utf8)
    readCode(untilParenthesis: false)
  }

  /// The source in `range`, given in UTF-8 bytes.
  func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether the second of two tokens is the first of a string interpolation: a literal begins between them, which none of them has.
  func isInLiteral(from end: Int, to start: Int) -> Bool {
    bytes[end..<start].contains(UInt8(ascii: "\""))
  }

  /// Where the first byte is that is no space, from `offset` on.
  func next(behind offset: Int) -> Int {
    let spaces = Set(" \t\r\n".utf8)
    return bytes[offset...].firstIndex { !spaces.contains($0) } ?? bytes.count
  }

  /// Where the last byte before `offset` ends that is no space.
  func end(before offset: Int) -> Int {
    let spaces = Set(" \t\r\n".utf8)
    return bytes[..<offset].lastIndex { !spaces.contains($0) }.map { $0 + 1 } ?? 0
  }

  /// The line and the column of a place in the source, both from 1; columns are UTF-8 bytes.
  ///
  /// - Complexity: O(*n*) in the length of the source before it.
  func position(at offset: Int) -> (line: Int, column: Int) {
    let before = bytes[..<offset]
    let newline = UInt8(ascii: "\n")
    let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    return (before.count { $0 == newline } + 1, offset - start + 1)
  }

  /// The spaces that the line begins with which has the byte at `offset`.
  func indentation(at offset: Int) -> String {
    let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let spaces = bytes[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return String(decoding: spaces, as: UTF8.self)
  }

  private func byte(_ offset: Int = 0) -> UInt8 {
    index + offset < bytes.count ? bytes[index + offset] : 0
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
  }

  /// Reads to the end, or to the parenthesis that closes a string interpolation. Interpolations in strings
  /// in interpolations are followed as deep as they are written, but not deeper than `deepest`.
  private mutating func readCode(untilParenthesis: Bool, depth: Int = 0) {
    var open = 0
    while index < bytes.count {
      switch byte() {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): advance()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): skipLine()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
      case UInt8(ascii: "/") where isRegexBeginning: skipRegex(pounds: 0)
      case UInt8(ascii: "\""): readString(pounds: 0, depth: depth)
      case UInt8(ascii: "#"): readPounds(depth: depth)
      case UInt8(ascii: "`"): readQuotedName()
      case let letter where Self.isWord(letter): readWord()
      case UInt8(ascii: ")") where untilParenthesis && open == 0: return
      case let other:
        if other == UInt8(ascii: "(") { open += 1 }
        if other == UInt8(ascii: ")") { open -= 1 }
        tokens.append(Token(text: String(UnicodeScalar(other)), line: line, offset: index))
        advance()
      }
    }
  }

  private static let deepest = 32

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private mutating func readWord() {
    let start = index
    while Self.isWord(byte()) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    tokens.append(Token(text: text, line: line, offset: start))
  }

  /// A name in backticks is never a keyword, and keeps its backticks.
  private mutating func readQuotedName() {
    let start = index
    advance()
    while index < bytes.count, byte() != UInt8(ascii: "`"), byte() != UInt8(ascii: "\n") {
      advance()
    }
    tokens.append(
      Token(
        text: String(decoding: bytes[start..<index], as: UTF8.self) + "`", line: line, offset: start
      ))
    if byte() == UInt8(ascii: "`") { advance() }
  }

  private mutating func skipLine() {
    while index < bytes.count, byte() != UInt8(ascii: "\n") { advance() }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        advance(2)
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        advance(2)
      } else {
        advance()
      }
    } while depth > 0 && index < bytes.count
  }

  /// What begins with `#`: a raw string, an extended regular expression, or a directive.
  private mutating func readPounds(depth: Int) {
    var pounds = 0
    while byte(pounds) == UInt8(ascii: "#") { pounds += 1 }
    let next = byte(pounds)
    if next == UInt8(ascii: "\"") {
      advance(pounds)
      readString(pounds: pounds, depth: depth)
    } else if next == UInt8(ascii: "/") {
      advance(pounds)
      skipRegex(pounds: pounds)
    } else {
      tokens.append(Token(text: "#", line: line, offset: index))
      advance(pounds)
    }
  }

  /// Whether the slash here may begin a regular expression: where a value is expected, and with its end on
  /// the same line.
  private var isRegexBeginning: Bool {
    guard let previous = tokens.last?.text, "(,=:[{!&|;".contains(previous) || previous == "return"
    else { return false }
    if byte(1) == UInt8(ascii: " ") || byte(1) == UInt8(ascii: "=") { return false }
    var offset = 1
    var groups = 0
    while index + offset < bytes.count, byte(offset) != UInt8(ascii: "\n") {
      let isEscaped = byte(offset - 1) == UInt8(ascii: "\\")
      switch byte(offset) {
      case UInt8(ascii: "/") where !isEscaped: return true
      case UInt8(ascii: "(") where !isEscaped: groups += 1
      // `reduce(1, /)` hands on an operator.
      case UInt8(ascii: ")") where !isEscaped:
        groups -= 1
        if groups < 0 { return false }
      default: break
      }
      offset += 1
    }
    return false
  }

  private mutating func skipRegex(pounds: Int) {
    advance()
    while index < bytes.count {
      if byte() == UInt8(ascii: "\\") {
        advance(2)
      } else if byte() == UInt8(ascii: "/"), hasPounds(pounds, at: 1) {
        return advance(1 + pounds)
      } else if pounds == 0, byte() == UInt8(ascii: "\n") {
        return
      } else {
        advance()
      }
    }
  }

  private func hasPounds(_ count: Int, at offset: Int) -> Bool {
    (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
  }

  /// Whether a raw literal that begins with three quotation marks here is none of several lines: it ends on this one, as `#"""#` does.
  private func endsOnLine(pounds: Int) -> Bool {
    guard pounds > 0 else { return false }
    var offset = 2
    while index + offset < bytes.count, byte(offset) != UInt8(ascii: "\n") {
      if byte(offset) == UInt8(ascii: "\""), hasPounds(pounds, at: offset + 1) { return true }
      offset += 1
    }
    return false
  }

  private mutating func readString(pounds: Int, depth: Int) {
    let quote = UInt8(ascii: "\"")
    let isMultiline = byte(1) == quote && byte(2) == quote && !endsOnLine(pounds: pounds)
    let width = isMultiline ? 3 : 1
    advance(width)
    while index < bytes.count {
      if byte() == quote, !isMultiline || (byte(1) == quote && byte(2) == quote),
        hasPounds(pounds, at: width)
      {
        return advance(width + pounds)
      }
      if byte() == UInt8(ascii: "\\"), hasPounds(pounds, at: 1) {
        advance(1 + pounds)
        if byte() == UInt8(ascii: "("), depth < Self.deepest {
          advance()
          readCode(untilParenthesis: true, depth: depth + 1)
        }
        advance()
      } else if !isMultiline, byte() == UInt8(ascii: "\n") {
        return
      } else {
        advance()
      }
    }
  }
}

extension [SwiftTokens.Token] {
  /// Whether the token at `index` can stand in a chain of members, calls and literals: it is no operator, and begins no statement.
  func isPartOfChain(at index: Int) -> Bool {
    let token = self[index]
    switch token.text {
    case ",", "(", ")", "[", "]", "\\", "#": return true
    // Two of them are an operator: `...`, `..<`.
    case ".":
      return !self[Swift.max(0, index - 1)..<index].contains { $0.text == "." }
        && !self[(index + 1)...].prefix(1).contains { $0.text == "." }
    case "as", "is", "return": return false
    // The letters of other scripts are part of a word, and so are their operators.
    case let text:
      return text.first == "`"
        || text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
    }
  }

  /// Whether the tokens in `range` are one statement, as far as the lines tell.
  func isOneStatement(in range: Range<Int>) -> Bool {
    var depth = 0
    return !range.dropFirst().contains { index in
      if depth == 0 {
        let isNewLine = self[index].line > self[index - 1].line
        if self[index].text == ";"
          || isNewLine && self[index].isPlainWord && !self[index - 1].isOpen
        {
          return true
        }
      }
      if ["(", "[", "{"].contains(self[index].text) { depth += 1 }
      if [")", "]", "}"].contains(self[index].text) { depth -= 1 }
      return false
    }
  }

  /// The bracket, parenthesis or brace that closes the one at `index`.
  func closing(of index: Int) -> Int? {
    var depth = 0
    return self[index...].firstIndex { token in
      switch token.text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      default: break
      }
      return depth == 0
    }
  }

  /// The innermost bracket, parenthesis or brace that the token at `index` stands in.
  func opening(before index: Int) -> Int? {
    var depth = 0
    return self[..<index].lastIndex { token in
      switch token.text {
      case ")", "]", "}": depth += 1
      case "(", "[", "{": depth -= 1
      default: break
      }
      return depth < 0
    }
  }
}
