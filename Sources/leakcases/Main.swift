import Foundation
import LeakCatalogue
import LeakReporting
import LeakSymbolication
import LeakTestingCases

/// `leakcases`: see `LeakCases`, for `leakcases book` `BookCommand`, and for `leakcases report` `ReportCommand`.
@main
struct Main {
  static func main() async {
    // The cases are of one package with the kit, whoever has built them.
    SourcePackage.setOwn(containingFileAt: #filePath)
    exit(
      await LeakCases.run(
        Array(CommandLine.arguments.dropFirst()), catalogue: catalogue,
        others: [
          BookCommand(catalogue).command,
          OtherCommand(
            name: "report", usage: ReportCommand.usage,
            optionsWithValue: ReportCommand.optionsWithValue, run: report),
        ]))
  }

  @Sendable private static func report(
    _ arguments: [String], in style: TextStyle
  ) throws -> (output: String, exitCode: Int32) {
    let command = try ReportCommand(parsing: arguments)
    var result = try command.run()
    if command.format == .text { result.output = style.wrapped(result.output) }
    return result
  }
}
