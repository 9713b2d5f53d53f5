import Foundation
import Synchronization

/// Builds packages that a user might have, in a temporary folder, each once.
final class PackageBuilder: Sendable {
  /// How a package is built.
  enum Configuration: String, Codable {
    case debug
    case release
    case address = "AddressSanitizer"

    var arguments: [String] {
      switch self {
      case .debug: []
      case .release: ["-c", "release"]
      case .address: ["--sanitize=address"]
      }
    }

    /// The folder that SwiftPM puts its products in.
    var products: String { self == .release ? "release" : "debug" }
  }

  /// A package that was built.
  struct Build: Sendable {
    var package: GeneratedPackage
    var configuration: Configuration
    /// How it went from nothing.
    var ending: Tool.Ending

    private var scratch: URL { package.scratch(of: configuration) }

    /// The path of the executable called `name`, or of the tests.
    func program(_ name: String? = nil) -> String {
      let file = name ?? "\(package.name)PackageTests.xctest"
      return scratch.appending(path: configuration.products).appending(path: file).path
    }
  }

  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "leakbench-\(UUID().uuidString)")
  private let built = Mutex<[String: Build]>([:])

  /// `package` as `configuration` builds it, which is done when it is first asked for.
  func build(
    _ package: (URL) -> GeneratedPackage, _ configuration: Configuration
  ) throws -> Build {
    let package = package(folder)
    let key = "\(package.name) \(configuration.rawValue)"
    if let build = built.withLock({ $0[key] }) { return build }
    try package.write()
    let build = Build(
      package: package, configuration: configuration, ending: try package.build(configuration))
    built.withLock { $0[key] = build }
    return build
  }

  func removeAll() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The folder of this package.
  static let kit = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
