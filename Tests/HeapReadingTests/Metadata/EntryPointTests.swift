import Foundation
import TestOrder
import Testing

/// What the kit calls of the Swift runtime is in one list, with what is known before: the sources are read.
@Suite(.slow, .afterOthers) struct EntryPointTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  /// The names of the runtime's functions in a file, outside of comments. Two attributes of the compiler's look like such.
  private static func names(in path: String) throws -> Set<String> {
    let source = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
    let code = source.split(separator: "\n").map {
      $0.prefix(upTo: $0.firstRange(of: "//")?.lowerBound ?? $0.endIndex)
    }
    let names = code.flatMap { $0.matches(of: /swift_[A-Za-z_]+/).map { String($0.output) } }
    return Set(names).subtracting(["swift_context", "swift_error_result"])
  }

  @Test func listIsWhole() throws {
    let list = "LeakBase/C/include/RuntimeEntryPoints.h"
    let listed = try Self.names(in: list)
    #expect(listed.count == 17)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
      .filter { ($0.hasSuffix(".c") || $0.hasSuffix(".h")) && $0 != list }
    #expect(paths.count > 30)
    for path in paths {
      let source = try String(contentsOf: Self.sources.appending(path: path), encoding: .utf8)
      #expect(try Self.names(in: path).subtracting(listed) == [], "\(path)")
      #expect(!source.contains(/extern[^;]*swift_/), "\(path)")
      // Functions of the standard library's that are replaced or asked for by their symbol.
      #expect(!source.contains(/"\$s[sS][^"]*F/), "\(path)")
    }
  }

  /// In Swift one function of the runtime's is called, in one place: the standard library's for the name of a type.
  @Test func swiftCallsOneFunction() throws {
    let listed = try Self.names(in: "LeakBase/C/include/RuntimeEntryPoints.h")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
      .filter { $0.hasSuffix(".swift") }
    #expect(paths.count > 300)
    var callers: [String] = []
    for path in paths {
      let source = try String(contentsOf: Self.sources.appending(path: path), encoding: .utf8)
      let code = source.split(separator: "\n").filter {
        !$0.drop { $0 == " " }.hasPrefix("//")
      }.joined(separator: "\n")
      if code.contains(/\b_typeName\(/) { callers.append(path) }
      // Others by which Swift code reaches the runtime with metadata, and any by its symbol.
      let others = code.matches(
        of: /\b_(getTypeBy|typeByName|mangledTypeName|forEachField|getEnum)\w*/)
      #expect(others.isEmpty, "\(path): \(others.map { $0.output.0 })")
      #expect(!code.contains("@_silgen_name") && !code.contains("dlsym("), "\(path)")
      // The beginning of names of functions that a thread waits in.
      let names = Set(code.matches(of: /"(swift_[A-Za-z_]+)"/).map { String($0.output.1) })
      #expect(names.subtracting(listed) == (path == Self.waits ? ["swift_cond_"] : []), "\(path)")
    }
    #expect(callers == ["LeakSymbolication/Names/RuntimeTypeName.swift"])
  }

  private static let waits = "LeakHeapRoots/Swift/ThreadWait.swift"
}
