import ChildProcess
import Foundation
import Testing

/// A run of `recordings`.
struct Scene {
  let arguments: [String]

  init(_ arguments: String...) {
    self.arguments = arguments
  }

  /// What the scene prints. It ends well, or the test fails.
  func output() async throws -> String { try await ending().output }

  /// What the scene prints, and what is said on standard error. It ends well, or the test fails.
  func ending() async throws -> ChildProcess.Ending {
    let ending = try await ChildProcess(product: "recordings", arguments).run()
    #expect(ending.status == .exitCode(0), "\(ending)")
    return ending
  }
}

/// A dynamic library of one source file, named Plugin, in a folder of its own.
struct Library {
  /// Whether there is a compiler to make one with.
  static let canBeMade = ChildProcess.tool("swiftc") != nil

  private let folder: URL

  var path: String { folder.appending(path: "libPlugin.so").path }

  init(source: String) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "plugin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "Plugin.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    _ = try await ChildProcess(
      URL(filePath: "/usr/bin/env"),
      ["swiftc", "-emit-library", "-module-name", "Plugin", file.path, "-o", path]
    ).output()
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }
}

extension ChildProcess {
  /// What the process prints; it ends with 0, or the test fails.
  fileprivate func output() async throws -> String {
    let ending = try await run()
    #expect(ending.status == .exitCode(0), "\(ending)")
    return ending.output
  }
}
