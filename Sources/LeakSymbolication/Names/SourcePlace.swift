/// Where a function, or a call, is written.
package struct SourcePlace: Sendable, Hashable {
  /// The file's name without folders: `Controller.swift`.
  package var file: String

  /// The line, counted from 1.
  package var line: Int

  /// Whether the line is only near the right one.
  package var isApproximate: Bool

  /// Whether the place is in what a macro was expanded to: the line is where the macro is used.
  package var isExpansion = false

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
  /// A place that the image at `code` was made of. Of code that a macro was expanded to, where the macro is used: what it is
  /// given stands there, or some lines below.
  package init(_ place: DebugPlace, inImageAt code: UInt, isApproximate: Bool = false) {
    if let use = MacroExpansion.use(ofFile: place.file) {
      self.init(file: use.file, line: use.line, isApproximate: true)
      isExpansion = true
      return
    }
    self.init(
      file: place.file, line: place.line, isApproximate: isApproximate, path: place.path,
      builtAt: ImageSymbols.writingTime(ofImageAt: code))
  }
}
