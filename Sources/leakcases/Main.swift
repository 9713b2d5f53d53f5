import CaseCatalogue
import Cases
import Foundation

/// `leakcases`: see `LeakCases`.
@main
struct Main {
  static func main() async {
    exit(await LeakCases.run(Array(CommandLine.arguments.dropFirst()), catalogue: catalogue))
  }
}
