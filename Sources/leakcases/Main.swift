import CaseCatalogue
import Cases
import Foundation
import LeakReporting

/// `leakcases`: see `LeakCases`, and for `leakcases report` `ReportCommand`.
@main
struct Main {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.first == "report" else {
      exit(await LeakCases.run(arguments, catalogue: catalogue))
    }
    exit(report(Array(arguments.dropFirst())))
  }

  private static func report(_ arguments: [String]) -> Int32 {
    if arguments.contains("--help") || arguments.contains("-h") {
      print(ReportCommand.usage, terminator: "")
      return 0
    }
    do throws(ReportCommand.UsageError) {
      return try ReportCommand(parsing: arguments).run(
        print: { print($0, terminator: "") }, complain: complain)
    } catch {
      complain(error.message)
      return 2
    }
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data("leakcases: \(text)\n".utf8))
  }
}
