import LeakCatalogue
import LeakTesting
import Testing

/// A command that is not about the catalogue, and that has an option of its own.
@Suite(.leakFree) struct OtherCommandTests {
  private static let command = OtherCommand(
    name: "report", usage: "the usage\n", optionsWithValue: ["--fail-on"]
  ) { words, _ in
    (words.joined(separator: "|") + "\n", 0)
  }

  private static func output(of arguments: [String]) async -> String {
    let console = RecordingConsole()
    _ = await LeakCases.run(
      arguments, catalogue: sampleCatalogue, others: [command],
      runner: CaseRunner(crashes: nil, settlingGrace: .milliseconds(10)),
      console: console.console())
    return console.output + console.errors
  }

  /// Its options may stand before its name, and what is a value names no command.
  @Test(arguments: [
    (["report", "leaks"], "leaks\n"),
    (["report", "--format", "sarif", "leaks"], "--format|sarif|leaks\n"),
    (["--format", "sarif", "report", "leaks"], "--format|sarif|leaks\n"),
    (["--format=sarif", "report", "leaks"], "--format=sarif|leaks\n"),
    (["--fail-on", "any", "report", "leaks"], "--fail-on|any|leaks\n"),
    (["--color", "never", "report", "leaks"], "--color|never|leaks\n"),
    (["report", "report"], "report\n"),
    (["--help", "report"], "the usage\n"),
    (["help", "report"], "the usage\n"),
    (
      ["--sources", "report", "leaks"],
      "leakcases: unknown command 'leaks'; see swift run leakcases --help\n"
    ),
  ])
  func takesOptionsAnywhere(arguments: [String], output: String) async {
    #expect(await Self.output(of: arguments) == output)
  }
}
