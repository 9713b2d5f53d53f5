import HeapReading

/// The change of a closure that makes it capture a variable weakly.
struct ClosureEdit {
  let source: SourceFiles.Source
  let brace: SourceOutline.Brace
  let head: ClosureHead

  private var tokens: [SwiftTokens.Token] { source.tokens.tokens }

  /// The closure that begins on `line`, is `depth` closures deep, and uses `variable`, if there is exactly one.
  init?(_ source: SourceFiles.Source, line: Int, depth: Int, using variable: String) {
    let tokens = source.tokens.tokens
    let outline = source.outline
    let candidates = outline.braces.indices.filter { index in
      let brace = outline.braces[index]
      guard brace.kind == .closure, brace.line == line, outline.depth(of: index) == depth,
        let end = brace.end
      else { return false }
      return Self.uses(of: variable, in: brace.token + 1..<end, of: tokens) > 0
    }
    guard candidates.count == 1 else { return nil }
    let brace = outline.braces[candidates[0]]
    guard let head = ClosureHead(tokens, brace: brace.token) else { return nil }
    self.source = source
    self.brace = brace
    self.head = head
  }

  /// How often `variable` stands in a range of tokens, and not as a member or a label.
  private static func uses(
    of variable: String, in range: Range<Int>, of tokens: [SwiftTokens.Token]
  ) -> Int {
    range.count {
      tokens[$0].text == variable && (tokens[$0 - 1].text != "." || variable == "self")
    }
  }

  /// The index of the first token of the body.
  private var body: Int { (head.end ?? head.start - 1) + 1 }

  /// The edits that make the closure capture `variable` weakly, and do nothing when the object has gone; `nil` where that is not
  /// possible.
  ///
  /// - Parameter isOptional: Whether the variable is optional already: then nothing else changes.
  func capturing(
    _ variable: String, isOptional: Bool, result: FunctionName.Signature.Result?
  ) -> [SourceEdit]? {
    guard let end = brace.end, body < end else { return nil }
    let list = weakList(variable)
    guard !isOptional else { return list }
    if let chained = chained(variable), result == .nothing || result == .optional {
      return list + [chained]
    }
    switch result {
    case .nothing: return list.followed(by: unwrapping(variable, orReturning: "return"))
    // A single expression is the result only where it stands alone.
    case .optional where (body..<end).contains { tokens[$0].text == "return" }:
      return list.followed(by: unwrapping(variable, orReturning: "return nil"))
    default: return nil
    }
  }

  private func weakList(_ variable: String) -> [SourceEdit] {
    if let entry = head.entries.first(where: { $0.name == variable }) {
      return entry.isOwning
        ? [SourceEdit(source, inserting: "weak ", at: tokens[entry.token].offset)] : []
    }
    if let list = head.list {
      let rest = head.entries.isEmpty ? "" : ", "
      return [SourceEdit(source, inserting: "weak \(variable)" + rest, at: tokens[list].end)]
    }
    if head.end != nil {
      return [
        SourceEdit(source, inserting: "[weak \(variable)] ", at: tokens[head.start].offset)
      ]
    }
    let end = tokens[brace.token].end
    let space = tokens[body].offset == end ? " " : ""
    return [SourceEdit(source, inserting: " [weak \(variable)] in" + space, at: end)]
  }

  /// `self.stop()` becomes `self?.stop()`, where that is all that the closure does, on one line.
  private func chained(_ variable: String) -> SourceEdit? {
    guard let end = brace.end, tokens[end].line == tokens[brace.token].line,
      tokens[body].text == variable, tokens[body + 1].text == ".",
      Self.uses(of: variable, in: body..<end, of: tokens) == 1,
      !(body..<end).contains(where: { Self.changingWhenOptional.contains(tokens[$0].text) })
    else { return nil }
    return SourceEdit(source, inserting: "?", at: tokens[body].end)
  }

  /// What does not mean the same of an optional, or has statements of its own.
  private static let changingWhenOptional: Set = [
    "?", "!", ":", ";", "{", "<", ">", "&", "|", "*", "/", "%", "-", "as", "is", "return",
  ]

  private func unwrapping(_ variable: String, orReturning exit: String) -> SourceEdit {
    let last = head.end.map { tokens[$0] } ?? tokens[brace.token]
    let unwrapping = "guard let \(variable) else { \(exit) }"
    guard tokens[body].line > last.line else {
      return SourceEdit(source, inserting: unwrapping + "; ", at: tokens[body].offset)
    }
    let indentation = source.tokens.indentation(at: tokens[body].offset)
    return SourceEdit(
      source, inserting: unwrapping + "\n" + indentation, at: tokens[body].offset)
  }
}

extension [SourceEdit] {
  /// The edits and another one behind them. What is inserted at one place is one edit.
  fileprivate func followed(by edit: SourceEdit) -> [SourceEdit] {
    guard var last, (last.line, last.column) == (edit.line, edit.column), last.original.isEmpty
    else { return self + [edit] }
    last.replacement += edit.replacement
    return dropLast() + [last]
  }
}
