import Foundation

/// Plays snippets that leak, applies the edits of their reports, and judges what comes of it.
@main struct Advice {
  private static let usage = """
    usage: advice run [--edits FILE]
           advice show NAME
           advice apply FILE --from DIR --to DIR
           advice compare BEFORE AFTER --edits FILE
           advice catalogue-edits RUN --edits FILE
           advice compare-catalogue BEFORE AFTER --without-edits FILE
    """

  @MainActor static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("advice: \(error)\n".utf8))
      exit(1)
    }
  }

  @MainActor private static func run(_ arguments: [String]) async throws {
    switch (arguments.first, arguments.dropFirst().count) {
    case ("run", 0):
      try await RunCommand(edits: nil).run()
    case ("run", 2) where arguments[1] == "--edits":
      try await RunCommand(edits: arguments[2]).run()
    case ("show", 1):
      try await ShowCommand(name: arguments[1]).run()
    case ("apply", 5) where arguments[2] == "--from" && arguments[4] == "--to":
      try ApplyCommand(edits: arguments[1], from: arguments[3], to: arguments[5]).run()
    case ("compare", 4) where arguments[3] == "--edits":
      let comparison = CompareCommand(
        before: arguments[1], after: arguments[2], edits: arguments[4])
      if try !comparison.run() { exit(1) }
    case ("catalogue-edits", 3) where arguments[2] == "--edits":
      try CatalogueEditsCommand(run: arguments[1], edits: arguments[3]).write()
    case ("compare-catalogue", 4) where arguments[3] == "--without-edits":
      let comparison = CompareCatalogueCommand(
        before: arguments[1], after: arguments[2], withoutEdits: arguments[4])
      if try !comparison.run() { exit(1) }
    default:
      throw Failure(usage)
    }
  }
}
