import ChildProcess
import Foundation
import TestOrder
import Testing

/// The public interface is the one that is committed: what is added, changed or taken away is seen where the change is read.
@Suite(.slow) struct PublicInterfaceTests {
  /// The modules that people import, or get with `import LeakTesting`.
  private static let modules = ["LeakDeciding", "LeakExplaining", "LeakDetection", "LeakTesting"]

  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "PublicInterface.txt")

  private static var isOfTheCompilerOfTheList: Bool {
    #if compiler(>=6.3)
      true
    #else
      false
    #endif
  }

  @Test(
    .enabled(if: ChildProcess.tool("swift") != nil, "swift is not in the PATH"),
    .enabled(if: isOfTheCompilerOfTheList, "Swift 6.2 leaves @Sendable out of its list"))
  func isTheCommittedOne() async throws {
    let graphs = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: graphs) }
    try FileManager.default.createDirectory(at: graphs, withIntermediateDirectories: true)
    let target = try await Self.target()
    for module in Self.modules { try await extract(module, for: target, into: graphs) }
    let interface = try Self.listing(of: graphs)
    if ProcessInfo.processInfo.environment["RENEW_INTERFACE"] != nil {
      try interface.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    #expect(
      try interface == String(contentsOf: Self.file, encoding: .utf8),
      "RENEW_INTERFACE=1 swift test --filter PublicInterfaceTests writes it anew: look at the difference"
    )
  }

  /// A check has the same parameters in both frameworks, with the same values where nothing is given, but for what names a place and a
  /// message.
  @Test func checksAreTheSameInBothFrameworks() throws {
    let declarations = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n")
      .compactMap { line in
        line.firstRange(of: "func ").map { String(line[$0.upperBound...]) }
      }
    let ofSwiftTesting = declarations.filter { $0.hasPrefix("expect") }
    let ofXCTest = declarations.filter { $0.hasPrefix("XCTAssert") }.map {
      $0.replacing("XCTAssert", with: "expect")
        .replacing("_ message: @autoclosure () -> String = \"\"", with: "_ comment: Comment? = nil")
        .replacing("file: StaticString = #filePath", with: "filePath: String = #filePath")
        .replacing("line: UInt = #line", with: "line: Int = #line")
    }
    #expect(ofSwiftTesting.count == 12)
    #expect(ofXCTest.sorted() == ofSwiftTesting.sorted())
  }

  /// Writes what the compiler has noted of a module, with what the module adds to others.
  private func extract(_ module: String, for target: String, into folder: URL) async throws {
    let products = try ChildProcess(product: "leakcases").executable.deletingLastPathComponent()
    let headers = try PackageModules().modules.map { $0.folder.appending(path: "include") }
    try await Self.swift(
      [
        "symbolgraph-extract", "-module-name", module, "-target", target,
        "-minimum-access-level", "public", "-emit-extension-block-symbols",
        "-output-dir", folder.path,
      ] + ([products.appending(path: "Modules")] + headers).flatMap { ["-I", $0.path] })
  }

  /// What the compiler builds for: distributions have names of their own.
  private static func target() async throws -> String {
    struct Information: Decodable {
      struct Target: Decodable { var unversionedTriple: String }
      var target: Target
    }
    let text = try await swift(["-print-target-info"])
    return try JSONDecoder().decode(Information.self, from: Data(text.utf8)).target
      .unversionedTriple
  }

  @discardableResult
  private static func swift(_ arguments: [String]) async throws -> String {
    let ending = try await ChildProcess(
      URL(filePath: "/usr/bin/env"), ["swift"] + arguments
    ).run()
    try #require(ending.status == .exitCode(0), "\(ending.errors)")
    return ending.output
  }
}

extension PublicInterfaceTests {
  /// What is read of a file of `swift symbolgraph-extract`.
  fileprivate struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
      struct Identifier: Decodable { var precise: String }
      struct Kind: Decodable { var identifier: String }
      struct Fragment: Decodable { var spelling: String }
      var identifier: Identifier
      var kind: Kind
      var pathComponents: [String]
      var declarationFragments: [Fragment]
    }
    var symbols: [Symbol]
  }

  /// The declarations of all modules in `folder`, each in a line of its own below the name of its module, and the number of them and
  /// of their names: those that are overloaded are declared several times.
  private static func listing(of folder: URL) throws -> String {
    var text = ""
    var count = 0
    var names: Set<Substring> = []
    for module in modules {
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil
      ).filter { $0.lastPathComponent.prefix { $0 != "." && $0 != "@" } == module }
      let symbols = try files.flatMap { file in
        try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file)).symbols
      }
      let lines = Set(symbols.filter(\.isWritten).map(\.line)).sorted()
      count += lines.count
      names.formUnion(lines.map { $0.prefix { $0 != "(" && $0 != ":" } })
      text += "\(module)\n" + lines.map { "  \($0)\n" }.joined()
    }
    return "\(names.count) names, \(count) declarations\n\n" + text
  }
}

extension PublicInterfaceTests.SymbolGraph.Symbol {
  /// Whether the declaration is the module's own: it has no comment of its own where the compiler writes it, or a protocol asks for it.
  fileprivate var isWritten: Bool {
    let name = pathComponents.last ?? ""
    return !identifier.precise.contains("::SYNTHESIZED::") && kind.identifier != "swift.extension"
      && !["init(from:)", "encode(to:)", "hash(into:)", "==(_:_:)", "!=(_:_:)", "hashValue"]
        .contains(name)
  }

  /// `LeakReport.leaks: var leaks: [LeakReport.Leak] { get }`.
  fileprivate var line: String {
    let declaration = declarationFragments.map(\.spelling).joined()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return pathComponents.joined(separator: ".") + ": " + declaration
  }
}
