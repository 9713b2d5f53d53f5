/// A source location, as a report shows it.
public struct LeakLocation: Sendable, Hashable, Codable {
  /// The module and the file, as `#fileID` gives them: `ShopTests/CartTests.swift`.
  public package(set) var fileID: String

  /// The file's path, as `#filePath` gives it.
  public package(set) var filePath: String

  /// The line, counted from 1.
  public package(set) var line: Int

  /// The column, counted from 1.
  public package(set) var column: Int

  /// Creates a location: that of the caller, unless another is given.
  package init(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

package typealias CodeLocation = LeakLocation
