/// A change of a source file.
public struct SourceEdit: Sendable, Hashable, Codable {
  /// The file's path, where it was read.
  public var file: String
  /// The line of the first character that changes, counted from 1.
  public var line: Int
  /// Its column, counted from 1, in UTF-8 bytes.
  public var column: Int
  /// What stands there, and is replaced; empty where something is only inserted.
  public var original: String
  /// What is to stand there.
  public var replacement: String

  /// Creates an edit from its parts.
  public init(file: String, line: Int, column: Int, original: String, replacement: String) {
    self.file = file
    self.line = line
    self.column = column
    self.original = original
    self.replacement = replacement
  }
}

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
