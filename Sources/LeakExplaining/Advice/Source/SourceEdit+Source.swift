extension SourceEdit {
  /// Replaces what stands in `range` of a file, given in UTF-8 bytes.
  init(_ source: SourceFiles.Source, _ range: Range<Int>, _ replacement: String) {
    let (line, column) = source.tokens.position(at: range.lowerBound)
    self.init(
      file: source.path, line: line, column: column, original: source.tokens.text(in: range),
      replacement: replacement)
  }

  /// Inserts `text` at a place of a file, given in UTF-8 bytes.
  init(_ source: SourceFiles.Source, inserting text: String, at offset: Int) {
    self.init(source, offset..<offset, text)
  }
}
