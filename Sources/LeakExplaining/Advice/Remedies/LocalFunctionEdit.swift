import LeakHeapReading

/// The change that makes a local function a closure with a weak capture.
struct LocalFunctionEdit {
  /// The edits; `nil` where no function without parameters, effects and result, `func name() {`, is declared on the line, or where it
  /// would mean something else as a closure.
  ///
  /// A closure can be used only behind its declaration, and not in itself; it can use other local functions, but then it keeps
  /// what they capture.
  static func edits(_ source: SourceFiles.Source, line: Int, name: String) -> [SourceEdit]? {
    let tokens = source.tokens.tokens
    let outline = source.outline
    let words = ["func", name, "(", ")", "{"]
    let starts = tokens.indices.filter { index in
      tokens[index].line == line && tokens[index...].prefix(words.count).map(\.text) == words
    }
    guard starts.count == 1, let start = starts.first, start > 1,
      let function = outline.braces.firstIndex(where: { $0.token == start + words.count - 1 }),
      let end = outline.braces[function].end, !outline.isInActor(function, tokens),
      // An attribute, or a modifier.
      tokens[start - 1].line < line, tokens[start - 2].text != "@"
    else { return nil }
    let body = start + words.count
    let ancestors = outline.ancestors(of: function).prefix { outline.braces[$0].kind != .type }
    guard body < end, let around = ancestors.last,
      !(outline.braces[around].token..<start).contains(where: { tokens[$0].text == name })
    else { return nil }
    let unable = ancestors.reduce(into: ["super"] as Set) {
      $0.formUnion(outline.braces[$1].functions.keys)
    }
    guard !(body..<end).contains(where: { unable.contains(tokens[$0].text) }) else { return nil }
    return [
      SourceEdit(
        source, tokens[start].offset..<tokens[body - 1].end,
        "let \(name): () -> Void = { [weak self] in"),
      source.unwrapping(["self"], orReturning: "return", at: body, behind: body - 1),
    ]
  }
}
