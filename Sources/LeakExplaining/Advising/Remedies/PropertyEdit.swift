/// The change of a property's declaration that makes it keep nothing.
struct PropertyEdit {
  private let source: SourceFiles.Source
  /// The index of the `var` or `let`.
  private let keyword: Int
  /// The tokens of the type.
  private let type: Range<Int>

  private var tokens: [SwiftTokens.Token] { source.tokens.tokens }

  /// The declaration of the property `name` of the type that has `line`; `nil` where it is not found, or is not a plain one.
  init?(_ source: SourceFiles.Source, property name: String, inTypeAt line: Int) {
    self.init(source, source.properties.token(of: name, inTypeAt: line))
  }

  /// The declaration of the property `name` of the structure of this name; `nil` as above.
  init?(_ source: SourceFiles.Source, property name: String, inStructureNamed structure: String) {
    self.init(source, source.properties.token(of: name, inStructureNamed: structure))
  }

  /// The declaration that has the property's name at this index among the tokens.
  private init?(_ source: SourceFiles.Source, _ index: Int?) {
    let tokens = source.tokens.tokens
    guard let index, index > 0,
      ["var", "let"].contains(tokens[index - 1].text), tokens.indices.contains(index + 2),
      tokens[index + 1].text == ":",
      let type = Self.type(at: index + 2, in: tokens),
      Self.isPlain(before: index - 1, in: tokens)
    else { return nil }
    self.source = source
    self.type = type
    keyword = index - 1
  }

  /// The tokens of the type that begins at `start`, up to the end of the declaration; `nil` where an initial value, or another
  /// property, follows.
  private static func type(at start: Int, in tokens: [SwiftTokens.Token]) -> Range<Int>? {
    var depth = 0
    for index in start..<tokens.count {
      let isNewLine = index > start && tokens[index].line > tokens[index - 1].line
      switch tokens[index].text {
      case "(", "[", "<": depth += 1
      case ")", "]", ">": depth -= 1
      case "}" where depth == 0, ";" where depth == 0: return start..<index
      // Observers.
      case "{" where depth == 0: return start..<index
      case "=" where depth == 0:
        let isNil = tokens.indices.contains(index + 1) && tokens[index + 1].text == "nil"
        return isNil ? start..<index : nil
      case "," where depth == 0: return nil
      default: if isNewLine, depth == 0 { return start..<index }
      }
    }
    return nil
  }

  /// Whether only access levels stand before the keyword at `index`.
  private static func isPlain(before index: Int, in tokens: [SwiftTokens.Token]) -> Bool {
    var index = index - 1
    while index >= 0 {
      let word = tokens[index].text
      if word == ")" {
        // `private(set)`
        guard index >= 3, tokens[index - 1].text == "set" else { return true }
        index -= 3
        continue
      }
      if refused.contains(word) || index > 0 && tokens[index - 1].text == "@" { return false }
      guard levels.contains(word) else { return true }
      index -= 1
    }
    return true
  }

  private static let levels: Set = [
    "private", "fileprivate", "internal", "package", "public", "open", "final",
  ]
  private static let refused: Set = ["lazy", "weak", "unowned", "static", "class", "override"]

  private var isOptional: Bool {
    guard let last = type.last else { return false }
    return ["?", "!"].contains(tokens[last].text) || tokens[type.lowerBound].text == "Optional"
  }

  /// The edit that makes it `weak`; `nil` where its type is not optional.
  var weak: SourceEdit? {
    guard isOptional else { return nil }
    let keyword = tokens[keyword]
    return keyword.text == "var"
      ? SourceEdit(source, inserting: "weak ", at: keyword.offset)
      : SourceEdit(source, keyword.offset..<keyword.end, "weak var")
  }

  /// The edit that makes it `unowned`; `nil` where its type is optional.
  var unowned: SourceEdit? {
    guard !isOptional else { return nil }
    return SourceEdit(source, inserting: "unowned ", at: tokens[keyword].offset)
  }
}
