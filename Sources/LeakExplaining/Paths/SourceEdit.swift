extension LeakReport {
  /// An edit of a source file.
  public struct SourceEdit: Sendable, Hashable, Codable {
    /// The path from which the file was read.
    public package(set) var file: String
    /// The line of the first character that changes, counted from 1.
    public package(set) var line: Int
    /// The column of that character, counted from 1, in UTF-8 bytes.
    public package(set) var column: Int
    /// The text that is replaced; empty if the edit only inserts text.
    public package(set) var original: String
    /// The new text.
    public package(set) var replacement: String

    /// Creates an edit from its parts.
    package init(file: String, line: Int, column: Int, original: String, replacement: String) {
      self.file = file
      self.line = line
      self.column = column
      self.original = original
      self.replacement = replacement
    }
  }
}

package typealias SourceEdit = LeakReport.SourceEdit
