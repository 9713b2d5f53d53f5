import HeapReading

/// The function that made an object.
public struct AllocationSite: Sendable, Hashable, Codable {
  /// Its name: `PlayerTests.pauses()`.
  public var function: String

  /// Where the function is written, where the binary has debug information.
  public var line: RetainPath.SourceLine?

  /// Creates a site from its parts.
  public init(function: String, line: RetainPath.SourceLine? = nil) {
    self.function = function
    self.line = line
  }
}

extension AllocationSite {
  /// The first of the program's functions among `calls`, the return addresses of the calls that allocated an object of
  /// the type `typeName`, which is not an initializer of that type.
  init?(_ calls: [UInt], of typeName: String) {
    let type = TypeName(typeName).short
    let caller = ProgramCode.caller(among: calls) { function in
      !function.text.hasPrefix(type + ".init")
        && !function.text.hasPrefix(type + ".__allocating_init")
    }
    guard let caller else { return nil }
    self.init(
      function: caller.function.text,
      line: Symbolizer.shared.sourceLine(at: caller.code).map(RetainPath.SourceLine.init))
  }
}

extension AllocationSite: CustomStringConvertible {
  /// `PlayerTests.pauses(), PlayerTests.swift:12`.
  public var description: String { function + (line.map { ", \($0)" } ?? "") }
}
