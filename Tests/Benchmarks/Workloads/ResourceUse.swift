import Foundation

/// What a process holds of the system's, as Linux tells in `/proc`.
package struct ResourceUse: Codable, Sendable {
  package var threads: Int
  package var fileDescriptors: Int
  /// The signals that have a handler, as a set of bits.
  package var caughtSignals: UInt64

  /// What this process held when this was first asked for: to be asked at launch.
  package static let atLaunch = current

  /// What this process holds now; `nil` where the system does not tell.
  package static var current: ResourceUse? {
    let files = FileManager.default
    guard let threads = try? files.contentsOfDirectory(atPath: "/proc/self/task").count,
      let descriptors = try? files.contentsOfDirectory(atPath: "/proc/self/fd").count,
      let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigCgt:") }),
      let signals = line.split(separator: "\t").last.flatMap({ UInt64($0, radix: 16) })
    else { return nil }
    return ResourceUse(
      threads: threads, fileDescriptors: descriptors, caughtSignals: signals)
  }

  /// The kinds of resources, and how many there are of each.
  package static let kinds: [(name: String, count: @Sendable (ResourceUse) -> Int)] = [
    ("threads", { $0.threads }), ("file descriptors", { $0.fileDescriptors }),
    ("signal handlers", { $0.caughtSignals.nonzeroBitCount }),
  ]
}
