import ChildProcess
import Foundation
import TestOrder
import Testing

/// The walk against threads that rewrite what it reads, in a process of its own.
@Suite(.slow) struct StressTests {
  private func heapstress(_ arguments: String...) async throws -> ChildProcess.Ending {
    try await ChildProcess(product: "heapstress", arguments).run()
  }

  /// The number that follows `name` in `line`.
  private func number(_ name: String, in line: Substring) -> Int? {
    guard let range = line.firstRange(of: name + " ") else { return nil }
    return Int(line[range.upperBound...].prefix { $0.isWholeNumber })
  }

  /// One walk is enough here: `.ci/run` walks a larger graph for longer, under sanitizers too.
  @Test func survivesThreadsThatRewriteTheGraph() async throws {
    let ending = try await heapstress("--seconds", "0.2", "--nodes", "1000")
    print(ending.output, terminator: "")
    #expect(ending.status == .exitCode(0), "\(ending)")
    let lines = ending.output.split(separator: "\n")
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("seed "))
    #expect(try #require(number("nodes visited", in: lines[1])) >= 10_000)
    #expect(try #require(number("changes during a walk", in: lines[1])) >= 1)
    #expect(try #require(number("retries", in: lines[1])) >= 1)
    #expect(lines[1].hasSuffix("at rest sure, crashes 0"))
  }

  @Test func refusesWhatItDoesNotUnderstand() async throws {
    let usage = "usage: heapstress [--seconds N] [--writers N] [--nodes N] [--seed N]\n"
    let refusal = ChildProcess.Ending(.exitCode(2), errors: usage)
    #expect(try await heapstress("--minutes", "1") == refusal)
    #expect(try await heapstress("--seconds") == refusal)
  }
}
