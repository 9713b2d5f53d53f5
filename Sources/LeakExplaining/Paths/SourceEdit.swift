extension LeakReport {
  /// A change of a source file.
  public struct SourceEdit: Sendable, Hashable, Codable {
    /// The file's path, where it was read.
    public package(set) var file: String
    /// The line of the first character that changes, counted from 1.
    public package(set) var line: Int
    /// Its column, counted from 1, in UTF-8 bytes.
    public package(set) var column: Int
    /// What stands there, and is replaced; empty where something is only inserted.
    public package(set) var original: String
    /// What is to stand there.
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
