/// Where a function is written.
package struct SourcePlace: Sendable, Hashable {
  /// The file's name without folders: `Controller.swift`.
  package var file: String

  /// The line, counted from 1.
  package var line: Int

  /// Whether the line is only near the function's first one.
  package var isApproximate: Bool

  /// Where the compiler found the file, where the binary says so.
  package var path: String?

  package init(file: String, line: Int, isApproximate: Bool = false, path: String? = nil) {
    self.file = file
    self.path = path
    self.line = line
    self.isApproximate = isApproximate
  }
}

extension SourcePlace {
  init(_ function: DebugFunction, isApproximate: Bool = false) {
    self.init(
      file: function.file, line: function.line, isApproximate: isApproximate, path: function.path)
  }
}
