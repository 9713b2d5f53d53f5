import Foundation
import HoldingSituations
import LeakDetection

/// Makes an object that one thing holds, and prints what is said of it.
///
/// `holdings list` prints the situations, `holdings NAME` plays one, `holdings matrix` plays all of them in every way
/// and prints a table; `holdings false-holders` makes cycles that nothing holds, `holdings final-cycles` such that nobody can
/// open, and `holdings marked-bins` an arena whose own state reads like a block.
@main enum Tool {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "list": for situation in Holdings.situations { print(situation.name) }
    case "false-holders": print(await FalseHolders.report())
    case "final-cycles": print(FinalCycles.report())
    case "marked-bins": print(await MarkedBins.report())
    case "matrix":
      guard let matrix = Matrix(arguments.dropFirst()) else { fail() }
      exit(try matrix.run() ? 0 : 1)
    case let name?:
      guard let situation = Holdings.situations.first(where: { $0.name == name }),
        let way = Way(arguments.dropFirst())
      else { fail() }
      try await Play(situation, way).run()
      // Threads that wait for good, and what they have, end with the process.
      exit(0)
    case nil: fail()
    }
  }

  private static func fail() -> Never {
    FileHandle.standardError.write(
      Data(
        """
        usage: holdings list | false-holders | final-cycles | marked-bins | matrix [--sample N] [--seed N] [--only WAY] [--bundle FILE] | NAME [\(
          Way.options.map { "--" + $0 }.joined(separator: " | "))] …

        """.utf8))
    exit(2)
  }
}
