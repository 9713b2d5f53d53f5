import Foundation

/// Where the kit says what no test framework takes.
package enum StandardError {
  /// Writes `text` as one line.
  package static func write(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
