import LeakHeapReading
import LeakSymbolication

extension RetainPath {
  /// The source line of a closure, a call or a property declaration.
  public struct SourceLine: Sendable, Hashable, Codable {
    /// The file's name without folders: `Controller.swift`. File names are unique within a module.
    public package(set) var file: String
    /// The line, counted from 1, on which the closure begins, or on which the call or the property is written.
    public package(set) var line: Int
    /// Whether the line is approximate. For a closure, it is then where the enclosing function begins, because the compiler
    /// recorded no line for the closure: for an autoclosure, or if the optimiser merged it with another closure. For a call, it
    /// is then near the call, or where the enclosing function begins. For a property, it is then where the type or its
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
  /// `Controller.swift:41`, or `≈ Controller.swift:38` if it is approximate.
  public var description: String { (isApproximate ? "≈ " : "") + "\(file):\(line)" }
}
