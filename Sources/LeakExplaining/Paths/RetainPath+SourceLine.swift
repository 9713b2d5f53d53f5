import LeakHeapReading
import LeakSymbolication

extension RetainPath {
  /// Where a closure or a call is written, or a property declared.
  public struct SourceLine: Sendable, Hashable, Codable {
    /// The file's name without folders: `Controller.swift`. A module has no two files of one name.
    public package(set) var file: String
    /// The line, counted from 1, on which the closure begins, or the call or the property stands.
    public package(set) var line: Int
    /// Whether this is where the function around the closure begins, because the compiler noted no line for the
    /// closure itself: for an autoclosure, and where the optimiser merged it with another one. Of a call, whether this
    /// is only near it, or where the function around it begins; of a property, whether it is where the type or its
    /// `deinit` begins, because the source could not be read.
    public package(set) var isApproximate: Bool

    /// Creates a place from its parts.
    package init(file: String, line: Int, isApproximate: Bool = false) {
      self.file = file
      self.line = line
      self.isApproximate = isApproximate
    }
  }
}

extension RetainPath.SourceLine {
  init(_ line: SourcePlace) {
    self.init(file: line.file, line: line.line, isApproximate: line.isApproximate)
  }
}

extension RetainPath.SourceLine: CustomStringConvertible {
  /// `Controller.swift:41`, or `≈ Controller.swift:38` where it is approximate.
  public var description: String { (isApproximate ? "≈ " : "") + "\(file):\(line)" }
}
