/// A place in the source, as the debug information has it.
package struct DebugPlace: Hashable {
  /// The name, without folders, of the file.
  var file: String
  /// Where the compiler found the file; `nil` where that is written relative to something.
  var path: String?
  var line: Int

  /// `nil` when `path` is no file's name, or `line` no line.
  init?(path: String, line: UInt64) {
    guard line > 0, line < UInt32.max, let name = path.split(separator: "/").last else {
      return nil
    }
    file = String(name)
    self.path = path.hasPrefix("/") ? path : nil
    self.line = Int(line)
  }
}
