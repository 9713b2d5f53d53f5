import Foundation

/// Where and when a report was made.
struct Machine: Codable, Sendable {
  var processor: String
  var cores: Int
  var memoryGiB: Int
  var system: String
  var toolchain: String
  var date: Date
  /// How many processes wanted to run in the last minute, when the run began and when it ended.
  var loadBefore: Double?
  var loadAfter: Double?

  static func current() -> Machine {
    let information = ProcessInfo.processInfo
    return Machine(
      processor: processor ?? "unknown processor", cores: information.activeProcessorCount,
      memoryGiB: Int((Double(information.physicalMemory) / Double(1 << 30)).rounded()),
      system: information.operatingSystemVersionString, toolchain: toolchain ?? "unknown toolchain",
      date: Date(), loadBefore: load)
  }

  /// One line for the head of the table.
  var line: String {
    let day = date.formatted(.iso8601.year().month().day())
    let load = [loadBefore, loadAfter].compactMap { $0.map { String(format: "%.1f", $0) } }
    return "\(processor), \(cores) cores, \(memoryGiB) GiB; \(system); \(toolchain); \(day)"
      + (load.isEmpty ? "" : "; load \(load.joined(separator: " before, ")) after")
  }

  static var load: Double? {
    let text = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)
    return text?.split(separator: " ").first.flatMap { Double($0) }
  }

  private static var processor: String? {
    let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    return text?.split(separator: "\n").first { $0.hasPrefix("model name") }?
      .split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
  }

  private static var toolchain: String? {
    let version = try? Tool("swift", "--version").output()
    return version?.split(separator: "\n").first.map(String.init)
  }
}
