import Foundation

extension ChildProcess {
  /// Where a tool is that is in the `PATH`; `nil` where it is not installed.
  package static func tool(_ name: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(filePath: String($0)).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
