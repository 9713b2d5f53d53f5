/// The change of a structure's property that is not optional, and that only its file can use: it becomes an optional weak one, and
/// what is done with the object is done where that is there.
struct ChainedPropertyEdit {
  private let declaration: PropertyDeclaration
  private let name: String
  private let type: Range<Int>
  /// The structure's braces.
  private let structure: SourceOutline.Brace

  private var source: SourceFiles.Source { declaration.source }
  private var tokens: [SwiftTokens.Token] { declaration.tokens }

  /// The property `name` of the structure of this name, as the object of a class of the name `target` with its module; `nil` where it
  /// is not found, or is not a plain one.
  init?(
    _ source: SourceFiles.Source, property name: String, inStructureNamed structure: String,
    target: String
  ) {
    guard let index = source.properties.token(of: name, inStructureNamed: structure),
      let declaration = PropertyDeclaration(source, nameAt: index), !declaration.hasObservers,
      declaration.value == nil, let type = declaration.type,
      target.hasSuffix("." + declaration.text(type)),
      let body = source.outline.innermost(around: index), body.kind == .type
    else { return nil }
    let tokens = declaration.tokens
    guard
      let keyword = tokens[..<body.token].indices.last(where: {
        tokens[$0].text == "struct" && tokens[$0 + 1].text == structure
      }), !tokens[keyword..<body.token].contains(where: { Self.refused.contains($0.text) }),
      Self.isOfFile(declaration.keyword, tokens) || Self.isOfFile(keyword, tokens)
    else { return nil }
    self.declaration = declaration
    self.name = name
    self.type = type
    self.structure = body
  }

  /// Conformances by which the compiler makes more of a property than its uses.
  private static let refused: Set = ["Codable", "Decodable", "Encodable", "BitwiseCopyable"]

  /// Whether what is declared by the keyword at `index` can be used in its file alone.
  private static func isOfFile(_ index: Int, _ tokens: [SwiftTokens.Token]) -> Bool {
    let modifiers = tokens[..<index].reversed().prefix {
      $0.text.first?.isLetter == true && $0.line == tokens[index].line
    }
    return modifiers.contains { ["private", "fileprivate"].contains($0.text) }
  }

  /// The edits; `nil` where a use of the property is none that can do without the object.
  var edits: [SourceEdit]? {
    let keyword = tokens[declaration.keyword]
    guard let last = type.last else { return nil }
    var edits = [
      keyword.text == "var"
        ? SourceEdit(source, inserting: "weak ", at: keyword.offset)
        : SourceEdit(source, keyword.offset..<keyword.end, "weak var"),
      SourceEdit(source, inserting: "?", at: tokens[last].end),
    ]
    for index in tokens.indices where tokens[index].text == name {
      switch use(at: index) {
      case .other, .assignment: continue
      case .chain: edits.append(SourceEdit(source, inserting: "?", at: tokens[index].end))
      case .unknown: return nil
      }
    }
    return edits
  }

  private enum Use {
    /// Of something else of that name.
    case other
    case assignment
    /// The beginning of a statement that does something with the object.
    case chain
    case unknown
  }

  private func use(at index: Int) -> Use {
    guard index > 1, index + 2 < tokens.count else { return .unknown }
    let previous = tokens[index - 1].text
    let next = tokens[index + 1].text
    var start = index
    if previous == "." {
      guard tokens[index - 2].text == "self" else { return .unknown }
      start = index - 2
    } else if index == declaration.keyword + 1 || isLabel(index)
      || source.isLocal(name, in: index)
    {
      return .other
    }
    switch home(of: index) {
    case .elsewhere: return .other
    case .extensionOfStructure: return .unknown
    case .structure: break
    }
    guard isStatement(start) else { return .unknown }
    if next == "=", tokens[index + 2].text != "=" { return .assignment }
    return next == "." && isWithoutResult(index) ? .chain : .unknown
  }

  /// Whether the word at `index` is an argument's label, or a parameter.
  private func isLabel(_ index: Int) -> Bool {
    let previous = tokens[index - 1].text
    let isWord = previous.first.map { $0.isLetter || $0 == "_" } == true
    return tokens[index + 1].text == ":"
      && (["(", ","].contains(previous) || isWord && !["case", "let", "var"].contains(previous))
  }

  /// Where a word stands. Only in the structure's own braces and in an extension can it be the property without anything before.
  private enum Home { case structure, extensionOfStructure, elsewhere }

  private func home(of index: Int) -> Home {
    let types = source.outline.braces.filter {
      $0.kind == .type && $0.token < index && index < $0.end ?? .max
    }
    guard let type = types.last else { return .elsewhere }
    if type.token == structure.token { return .structure }
    let header = tokens[..<type.token].reversed().prefix { !"{};".contains($0.text) }
    return header.contains { $0.text == "extension" } ? .extensionOfStructure : .elsewhere
  }

  /// Whether a statement begins with the token at `index`, on a line of its own or as the first in its braces.
  private func isStatement(_ index: Int) -> Bool {
    let previous = tokens[index - 1]
    return previous.text == "{" || previous.line < tokens[index].line && !previous.isOpen
  }

  /// Whether the statement at `index` is in a function without a result, and means the same of an optional.
  private func isWithoutResult(_ index: Int) -> Bool {
    let line = (index + 1..<tokens.count).prefix { tokens[$0].line == tokens[index].line }
    let braces = source.outline.braces.filter { $0.token < index && index < $0.end ?? .max }
    guard
      !line.contains(where: { index in
        let word = tokens[index].text
        // An argument's label, the end of the braces, and an assignment: `-=`.
        if [":", "}", "+", "="].contains(word) { return false }
        if "-*/^".contains(word), tokens[index + 1].text == "=" { return false }
        return !tokens.isPartOfChain(at: index)
      }), let function = braces.last(where: { $0.kind != .block }), function.kind == .declaration
    else { return false }
    let header = tokens[..<function.token].reversed().prefix { !"{};".contains($0.text) }
      .map(\.text)
    return header.contains { ["func", "init", "deinit"].contains($0) } && !header.contains(">")
  }
}
