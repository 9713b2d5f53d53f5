import Foundation

/// Unwinds stacks, and prints how that agrees with the unwinder that exceptions use.
///
///     unwindings list | guesses | time | NAME
@main enum Unwindings {
  static func main() async {
    switch CommandLine.arguments.dropFirst().first {
    case "list":
      for name in own.map(\.name) + waiting.map(\.name) { print(name) }
    case "guesses":
      print(await guesses())
    case "time":
      print(time())
    case let name?:
      if let situation = own.first(where: { $0.name == name }) {
        print(await situation.report())
      } else if let situation = waiting.first(where: { $0.name == name }) {
        situation.report()
      } else {
        fallthrough
      }
    default:
      FileHandle.standardError.write(Data("usage: unwindings list | guesses | time | NAME\n".utf8))
      exit(2)
    }
  }

  private static let waiting = blocked + places
}
