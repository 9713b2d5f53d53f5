import Foundation
import Testing

/// The walk against threads that rewrite what it reads, in a process of its own.
@Suite struct StressTests {
  /// `heapstress`, which was built beside this process's executable or its test bundle.
  private func executable() throws -> URL {
    let running = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    let folders = [running] + Bundle.allBundles.map(\.bundleURL)
    return try #require(
      folders.map { $0.deletingLastPathComponent().appending(path: "heapstress") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) })
  }

  /// Runs `heapstress`, and gives its status and the lines that it printed.
  private func run(_ arguments: [String]) throws -> (status: Int32, lines: [String]) {
    let process = Process()
    let output = Pipe()
    process.executableURL = try executable()
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit, "\(text)")
    return (process.terminationStatus, text.split(separator: "\n").map(String.init))
  }

  /// The number that follows `name` in `line`.
  private func number(_ name: String, in line: String) -> Int? {
    guard let range = line.firstRange(of: name + " ") else { return nil }
    return Int(line[range.upperBound...].prefix { $0.isWholeNumber })
  }

  /// `HEAPSTRESS_SECONDS` sets how long it takes; 2 seconds otherwise.
  @Test func survivesThreadsThatRewriteTheGraph() throws {
    let seconds = ProcessInfo.processInfo.environment["HEAPSTRESS_SECONDS"] ?? "2"
    let (status, lines) = try run(["--seconds", seconds])
    print(lines.joined(separator: "\n"))
    #expect(status == 0)
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("seed "))
    #expect(try #require(number("nodes visited", in: lines[1])) >= 10_000)
    #expect(try #require(number("changes during a walk", in: lines[1])) >= 1)
    #expect(try #require(number("retries", in: lines[1])) >= 1)
    #expect(lines[1].hasSuffix("at rest sure, crashes 0"))
  }

  @Test func refusesWhatItDoesNotUnderstand() throws {
    let usage = "usage: heapstress [--seconds N] [--writers N] [--nodes N] [--seed N]"
    #expect(try run(["--minutes", "1"]) == (2, [usage]))
    #expect(try run(["--seconds"]) == (2, [usage]))
  }
}
