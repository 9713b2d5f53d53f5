import Testing

@testable import LeakExplaining

extension SourceFiles.Source {
  /// A file with this text.
  init(sketch text: String) {
    let tokens = SwiftTokens(text)
    self.init(
      path: "Ghost.swift", tokens: tokens, outline: SourceOutline(tokens),
      properties: PropertyLines(tokens), changedAt: 0)
  }
}

/// The text with all of `edits`, each of which has to find what it replaces.
func applying(_ edits: [SourceEdit], to text: String) -> String {
  var bytes = Array(text.utf8)
  let lines = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  for edit in edits.sorted(by: { ($0.line, $0.column) > ($1.line, $1.column) }) {
    let start = lines[edit.line - 1] + edit.column - 1
    let original = Array(edit.original.utf8)
    #expect(bytes[start...].starts(with: original))
    bytes.replaceSubrange(start..<start + original.count, with: Array(edit.replacement.utf8))
  }
  return String(decoding: bytes, as: UTF8.self)
}
