/// Where a function, or a call, is written.
package struct SourcePlace: Sendable, Hashable {
  /// The file's name without folders: `Controller.swift`.
  package var file: String

  /// The line, counted from 1.
  package var line: Int

  /// Whether the line is only near the right one.
  package var isApproximate: Bool

  /// Where the compiler found the file, where the binary says so.
  package var path: String?

  /// When the binary was written, in seconds since 1970, where that is known. A source that was changed later need not
  /// be the one it was made of.
  package var builtAt: Double?

  package init(
    file: String, line: Int, isApproximate: Bool = false, path: String? = nil,
    builtAt: Double? = nil
  ) {
    self.file = file
    self.path = path
    self.line = line
    self.isApproximate = isApproximate
    self.builtAt = builtAt
  }
}

extension SourcePlace {
  /// A place that the image at `code` was made of.
  init(_ place: DebugPlace, inImageAt code: UInt, isApproximate: Bool = false) {
    self.init(
      file: place.file, line: place.line, isApproximate: isApproximate, path: place.path,
      builtAt: ImageSymbols.writingTime(ofImageAt: code))
  }
}
