import ChildProcess
import Foundation
import SeededRandom
import TestOrder
import Testing

/// What is said to hold an object, for every kind of root, each in a process of its own.
///
/// One situation in sixteen is played here, one in eight where all rounds are played. `.ci/run` plays others, and `.ci/long` all of them in every way, with the table in
/// `Matrix.txt`.
@Suite(.slow) struct HoldingTests {
  /// A line of the table: the situation, and what is to be said.
  struct Line: Sendable, CustomTestStringConvertible {
    var situation: String
    var report: String

    var testDescription: String { situation }
  }

  static let table: [Line] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Holdings.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: ": ", maxSplits: 1)
      return parts.count == 2 ? Line(situation: String(parts[0]), report: String(parts[1])) : nil
    }
  }()

  @Test func theTableHasEverySituation() async throws {
    let run = try await ChildProcess(product: "holdings", ["list"]).run()
    #expect(run.output.split(separator: "\n").map(String.init) == Self.table.map(\.situation))
  }

  /// A proof by counts outranks what a search of the process would say.
  @Test func nothingHoldsWhatNothingHolds() async throws {
    let run = try await ChildProcess(product: "holdings", ["false-holders"]).run()
    print(run.output)
    #expect(run.output.hasPrefix("4000 dropped cycles, 8 idle threads: 4000 leaked\n"))
    #expect(run.status == .exitCode(0))
  }

  /// What nobody can get at any more is not waited for.
  @Test func cyclesThatNobodyCanOpenAreFinal() async throws {
    let run = try await ChildProcess(product: "holdings", ["final-cycles"]).run()
    #expect(
      run.output == """
        two objects: final
        a closure: final
        a closure, and another one with a weak reference: final
        an object with its address as a number: final
        an object with its address in memory that was given back: final

        """)
  }

  /// What the allocator has of its own is no block.
  @Test func theStateOfAnArenaIsNoBlock() async throws {
    let run = try await ChildProcess(product: "holdings", ["marked-bins"]).run()
    let report = "Guest is held: 1 instance is kept alive by static MarkedBins.guests.\n"
    let isWithoutTrap = run.output == "The marks are elsewhere.\n"
    #expect(run == ChildProcess.Ending(.exitCode(0), output: isWithoutTrap ? run.output : report))
  }

  /// What a task that yields is about to do differs from run to run; and Swift 6.2 does not say which of its variables a generic
  /// function still uses.
  private static let sample = table.enumerated()
    .filter { $0.offset % (Rounds.areAll ? 8 : 16) == 0 }.map(\.element)
    .filter {
      $0.situation != "task that yields"
        && (Toolchain.hasSymbols || $0.situation != "generic function that waits")
    }

  @Test(arguments: sample) func isSaidToBeHeldByWhatHoldsIt(_ line: Line) async throws {
    var run = try await ChildProcess(product: "holdings", [line.situation]).run()
    // Of a retain that was lost, a word that was left somewhere tells otherwise: by chance, and hardly twice.
    if line.situation.hasSuffix(", and a lost retain"),
      run.output.contains("possibly by memory of unknown use")
    {
      run = try await ChildProcess(product: "holdings", [line.situation]).run()
    }
    var report = Toolchain.hasSymbols ? line.report : line.report.withoutWaits
    // A thread that runs, or that waits for a processor, shows no frames.
    if line.situation == "function that spins", run.output.contains(" possibly ") {
      report = "Guest is held: 1 instance is kept alive, possibly by the stack of a thread."
    }
    #expect(run == ChildProcess.Ending(.exitCode(0), output: report + "\n"))
  }
}
