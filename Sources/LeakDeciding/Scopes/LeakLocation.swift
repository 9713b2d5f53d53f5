/// A source location, as a report shows it.
public struct LeakLocation: Sendable, Hashable, Codable {
  /// The module and the file, as `#fileID` gives them: `ShopTests/CartTests.swift`.
  public package(set) var fileID: String

  /// The file's path, as `#filePath` gives it.
  public package(set) var filePath: String

  /// The line, counted from 1; 0 if it is not known.
  public package(set) var line: Int

  /// The column, counted from 1; 0 if it is not known.
  public package(set) var column: Int

  /// Creates a location: that of the caller, unless another is given.
  ///
  /// A helper may be given its caller's path and line, and have its own file ID: then the file's name is taken from the path.
  package init(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    self.fileID = Self.fileID(fileID, ofFileAt: filePath)
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

extension LeakLocation {
  /// None: what was found belongs to no line.
  package static let unknown = LeakLocation(fileID: "", filePath: "", line: 0, column: 0)

  /// `fileID` with the name of the file at `path`, where that is another one.
  private static func fileID(_ fileID: String, ofFileAt path: String) -> String {
    guard let slash = fileID.utf8.firstIndex(of: UInt8(ascii: "/")) else { return fileID }
    let name =
      path.utf8.lastIndex(of: UInt8(ascii: "/"))
      .map { path.utf8[path.utf8.index(after: $0)...] } ?? path.utf8[...]
    if name.isEmpty || fileID.utf8[fileID.utf8.index(after: slash)...].elementsEqual(name) {
      return fileID
    }
    return String(fileID[...slash]) + String(Substring(name))
  }
}

package typealias CodeLocation = LeakLocation
