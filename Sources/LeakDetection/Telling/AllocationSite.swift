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
    for call in calls {
      // A return address is behind the call, which may be a function's last instruction.
      let code = call - 1
      guard RootPath.isProgramCode(code), !RootPath.isOwnCode(code),
        let function = Symbolizer.shared.functionName(at: code), function.kind != .thunk,
        !function.text.hasPrefix(type + ".init"),
        !function.text.hasPrefix(type + ".__allocating_init")
      else { continue }
      self.init(
        function: function.text,
        line: Symbolizer.shared.sourceLine(at: code).map(RetainPath.SourceLine.init))
      return
    }
    return nil
  }
}

extension AllocationSite: CustomStringConvertible {
  /// `PlayerTests.pauses(), PlayerTests.swift:12`.
  public var description: String { function + (line.map { ", \($0)" } ?? "") }
}
