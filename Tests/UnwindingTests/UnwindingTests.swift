import ChildProcess
import Foundation
import SeededRandom
import TestOrder
import Testing

/// How stacks are unwound, compared with the unwinder that exceptions use, each in a process of its own.
@Suite(.slow) struct UnwindingTests {
  /// A line of the table: the situation, and what is to be found.
  struct Line: Sendable, CustomTestStringConvertible {
    var situation: String
    var finding: String

    var testDescription: String { situation }
  }

  static let table: [Line] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "Unwindings.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ": ", maxSplits: 1)
      return parts.count == 2 ? Line(situation: String(parts[0]), finding: String(parts[1])) : nil
    }
  }()

  @Test func theTableHasEverySituation() async throws {
    let run = try await ChildProcess(product: "unwindings", ["list"]).run()
    #expect(run.output.split(separator: "\n").map(String.init) == Self.table.map(\.situation))
  }

  @Test(arguments: table) func everyCallerIsFound(_ line: Line) async throws {
    let run = try await ChildProcess(product: "unwindings", [line.situation]).run()
    if !run.errors.isEmpty { print("\(line.situation): \(run.errors)", terminator: "") }
    #expect(run.status == .exitCode(0))
    #expect(run.output == line.finding + "\n")
  }

  @Test func noGuessIsWrong() async throws {
    let run = try await ChildProcess(product: "unwindings", ["guesses"]).run()
    print(run.errors, terminator: "")
    #expect(run.status == .exitCode(0))
    #expect(run.output == "wrong: 0; most are right: true\n")
  }

  @Test(arguments: 1...4) func spoiltTablesDoNoHarm(seed: Int) async throws {
    let rounds = Rounds.of(10_000)
    let run = try await ChildProcess(product: "unwindfuzz", ["\(seed)", "\(rounds)"]).run()
    #expect(run.status == .exitCode(0))
    #expect(run.output == "seed \(seed), \(rounds) rounds: nothing broken\n")
  }
}
