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

extension SourceEdit {
  /// Whether two edits change the same place: of both no more than one can be made.
  func overlaps(_ other: SourceEdit) -> Bool {
    guard file == other.file else { return false }
    let start = (line, column)
    let otherStart = (other.line, other.column)
    return start == otherStart || start < otherStart && otherStart < end
      || otherStart < start && start < other.end
  }

  /// Where what it replaces ends.
  private var end: (Int, Int) {
    let lines = original.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = lines.last?.count ?? 0
    return (line + lines.count - 1, lines.count > 1 ? last + 1 : column + last)
  }
}
