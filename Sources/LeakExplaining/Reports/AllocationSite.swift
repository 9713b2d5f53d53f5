import LeakHeapModel
import LeakHeapReading
import LeakSymbolication

extension LeakReport {
  /// The call that created an object, and the function that contains the call.
  public struct AllocationSite: Sendable, Hashable, Codable {
    /// The function's name: `PlayerTests.pauses()`.
    package var function: String

    /// The line of the call, if the binary has debug information. It is approximate if the binary has no line for the call
    /// itself, as in optimised code: it is then near the call, or where the function begins.
    public package(set) var line: RetainPath.SourceLine?

    /// Creates a site from its parts.
    package init(function: String, line: RetainPath.SourceLine? = nil) {
      self.function = function
      self.line = line
    }
  }
}

package typealias AllocationSite = LeakReport.AllocationSite

extension AllocationSite {
  /// The first of the program's functions among `calls`, the return addresses of the calls that allocated an object of
  /// the type `typeName`, that is no initializer; where all are, the first that is not an initializer of that type.
  init?(_ calls: [UInt], of typeName: String) {
    let caller =
      ProgramCode.caller(among: calls) { !$0.isWrittenByMacro && !$0.isInitializer }
      ?? Self.maker(among: calls, of: typeName)
    guard let caller else { return nil }
    self.init(
      function: caller.function.textOfWriter, line: Self.line(ofCallAt: caller.code))
  }

  /// The first of the program's functions among `calls` that is not an initializer of the type `typeName`, and an address in its
  /// call.
  static func maker(
    among calls: [UInt], of typeName: String
  ) -> (code: UInt, function: FunctionName)? {
    // A local type is told with its function: `Cart.init() in Shop.pay()`.
    let type = TypeName(typeName).withoutArguments
    let names = [type, type.split(separator: ".").last.map(String.init) ?? type]
    return ProgramCode.caller(among: calls) { function in
      !function.isWrittenByMacro && !names.contains { function.text.hasPrefix($0 + ".init") }
    }
  }

  private static func line(ofCallAt code: UInt) -> RetainPath.SourceLine? {
    if let line = Symbolizer.shared.callLine(at: code) { return RetainPath.SourceLine(line) }
    guard var line = Symbolizer.shared.sourceLine(at: code) else { return nil }
    line.isApproximate = true
    return RetainPath.SourceLine(line)
  }
}

extension FunctionName {
  /// The function that a person wrote, where this is one that the compiler made of an expression in it:
  /// `implicit closure #1 in Cart.start()`.
  fileprivate var textOfWriter: String {
    let links = text.split(separator: " in ", omittingEmptySubsequences: false)
    let written = links.drop { $0.hasPrefix("implicit closure #") }
    return written.isEmpty ? text : written.joined(separator: " in ")
  }

  /// Whether the function is an initializer, or gives one its arguments: `Cart.init(items:)`, `Cart.init() in Shop.pay()`.
  fileprivate var isInitializer: Bool {
    let text = textOfWriter
    let name = text[..<(text.firstRange(of: " in ")?.lowerBound ?? text.endIndex)].prefix {
      $0 != "("
    }
    return name.split(separator: ".").dropFirst().last == "init"
  }
}

extension AllocationSite: CustomStringConvertible {
  /// `PlayerTests.pauses(), PlayerTests.swift:12`.
  public var description: String { function + (line.map { ", \($0)" } ?? "") }
}
