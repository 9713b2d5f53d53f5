import Foundation

/// A package made of texts.
struct GeneratedPackage: Sendable {
  let name: String
  let folder: URL
  /// The files by their paths in the package.
  let files: [String: String]

  init(_ name: String, in folder: URL, files: [String: String]) {
    self.name = name
    self.folder = folder.appending(path: name)
    self.files = files
  }

  /// The manifest of a package `name` that has nothing but tests, which use the kit.
  static func manifest(ofTestsCalled name: String) -> String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "\(name)",
      platforms: [.macOS(.v15)],
      dependencies: [.package(name: "kit", path: "\(PackageBuilder.kit.path)")],
      targets: [
        .testTarget(
          name: "\(name)Tests",
          dependencies: [.product(name: "LeakTesting", package: "kit")])
      ]
    )
    """
  }

  /// Writes the files that are not there yet.
  func write() throws {
    for (path, text) in files {
      let file = folder.appending(path: path)
      if FileManager.default.fileExists(atPath: file.path) { continue }
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  /// Builds everything, with the tests.
  @discardableResult
  func build(_ configuration: PackageBuilder.Configuration) throws -> Tool.Ending {
    try Tool(
      "swift",
      arguments: ["build", "--build-tests", "--scratch-path", scratch(of: configuration).path]
        + configuration.arguments, in: folder
    ).succeed()
  }

  /// Adds a line to a file, so that it must be compiled again.
  func touch(_ path: String, round: Int) throws {
    let file = try FileHandle(forWritingTo: folder.appending(path: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("\nprivate func added\(round)() -> Int { \(round) }\n".utf8))
    try file.close()
  }

  func scratch(of configuration: PackageBuilder.Configuration) -> URL {
    folder.appending(path: ".build/\(configuration.rawValue)")
  }
}
