import Foundation

/// Where the kit says what no test framework takes.
package enum StandardError {
  /// Writes `text` as one line.
  package static func write(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  /// Writes `text` as compilers write a warning: after its place, where it has one.
  package static func warn(_ text: String, at place: String? = nil) {
    write((place.map { "\($0): " } ?? "") + "warning: " + text)
  }
}
