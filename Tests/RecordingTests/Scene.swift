import Foundation
import Testing

/// A run of `recordings`, which is built beside this process's executable or its test bundle.
struct Scene {
  let arguments: [String]

  init(_ arguments: String...) {
    self.arguments = arguments
  }

  /// What the scene prints. It ends well, or the test fails.
  func output() throws -> String {
    let running = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    let folders = [running] + Bundle.allBundles.map(\.bundleURL)
    let executable = try #require(
      folders.map { $0.deletingLastPathComponent().appending(path: "recordings") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) })
    return try run(executable, arguments)
  }
}

/// A dynamic library of one source file, named Plugin, in a folder of its own.
struct Library {
  private let folder: URL

  var path: String { folder.appending(path: "libPlugin.so").path }

  init(source: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "plugin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "Plugin.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    _ = try run(
      URL(filePath: "/usr/bin/env"),
      ["swiftc", "-emit-library", "-module-name", "Plugin", file.path, "-o", path])
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }
}

/// What a process prints; it ends with 0, or the test fails.
private func run(_ executable: URL, _ arguments: [String]) throws -> String {
  let process = Process()
  let output = Pipe()
  process.executableURL = executable
  process.arguments = arguments
  process.standardOutput = output
  process.standardError = output
  try process.run()
  let text = String(
    decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  process.waitUntilExit()
  #expect(process.terminationReason == .exit && process.terminationStatus == 0, "\(text)")
  return text
}
