import ChildProcess
import Foundation
import TestOrder
import Testing

/// What cases show with UIKit is compiled where there is none, with declarations of our own.
@Suite(.slow) struct UIKitTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test(.enabled(if: ChildProcess.tool("swiftc") != nil, "swiftc is not in the PATH"))
  func casesCompileWithUIKit() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await compile(
      "-emit-module", "-module-name", "UIKit", "-o",
      folder.appending(path: "UIKit.swiftmodule").path,
      Self.root.appending(path: "Tests/CasesTests/UIKit/UIKit.swift").path)
    let cases = try sources().filter { file in
      try String(contentsOf: file, encoding: .utf8).contains("canImport(UIKit)")
    }
    #expect(cases.count >= 5)
    // Without the module their code would be left out.
    let probe = folder.appending(path: "Probe.swift")
    try "#if !canImport(UIKit)\n#error(\"no UIKit\")\n#endif\n".write(
      to: probe, atomically: true, encoding: .utf8)
    let support = try sources().filter { $0.path.contains("/Cases/Support/") }
    let files = Set([probe] + cases + support).map(\.path).sorted()
    let modules = try ChildProcess(product: "leakcases").executable.deletingLastPathComponent()
      .appending(path: "Modules")
    let headers = ["LeakBase", "LeakHeapRecording", "LeakHeapRoots", "LeakTestLoading"].map {
      Self.root.appending(path: "Sources/\($0)/C/include")
    }
    try await compile(
      arguments: ["-typecheck", "-module-name", "LeakTestingCases", "-warnings-as-errors"]
        + ([folder, modules] + headers).flatMap { ["-I", $0.path] } + files)
  }

  /// The files of all cases.
  private func sources() throws -> [URL] {
    let folder = Self.root.appending(path: "Cases")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0) }
  }

  private func compile(_ arguments: String...) async throws {
    try await compile(arguments: arguments)
  }

  private func compile(arguments: [String]) async throws {
    let ending = try await ChildProcess(
      URL(filePath: "/usr/bin/env"),
      ["swiftc", "-swift-version", "6", "-parse-as-library"] + arguments
    ).run()
    #expect(ending == ChildProcess.Ending(.exitCode(0)))
  }
}
