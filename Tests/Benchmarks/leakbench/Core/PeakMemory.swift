import Foundation

/// The most memory of this process that was resident.
enum PeakMemory {
  /// Lets it be what is resident now, and returns that, in bytes.
  static func reset() throws -> Int {
    guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else {
      throw BenchmarkError(
        "the peak of memory cannot be told here: there is no /proc/self/clear_refs")
    }
    try file.write(contentsOf: Data("5".utf8))
    return try bytes("VmRSS:")
  }

  /// What it is, in bytes.
  static func now() throws -> Int { try bytes("VmHWM:") }

  private static func bytes(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    guard let number = line?.split(separator: " ").dropLast().last.flatMap({ Int($0) }) else {
      throw BenchmarkError("/proc/self/status has no \(name)")
    }
    return number << 10
  }
}
