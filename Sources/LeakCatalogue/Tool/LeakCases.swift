import Foundation
import LeakBase

/// The command line tool over a catalogue.
public enum LeakCases {
  /// Does what the arguments ask for.
  ///
  /// - Parameters:
  ///   - arguments: the command line without the name of the executable.
  /// - Returns: the exit code: 0 when every observation matches, 1 when one does not, 2 when nothing could
  ///   be done, which standard error tells in one line.
  public static func run(_ arguments: [String], catalogue: Catalogue) async -> Int32 {
    await run(arguments, catalogue: catalogue, others: [])
  }

  /// Does what the arguments ask for.
  ///
  /// - Parameter others: commands that are not about the catalogue.
  package static func run(
    _ arguments: [String], catalogue: Catalogue, others: [OtherCommand]
  ) async -> Int32 {
    let console: Console
    do {
      console = try .standard()
    } catch {
      StandardError.write("leakcases: \(message(error))")
      return 2
    }
    return await run(
      arguments, catalogue: catalogue, others: others,
      runner: CaseRunner(crashes: .thisExecutable()), console: console)
  }

  /// Does what the arguments ask for, with this runner, and prints there.
  package static func run(
    _ arguments: [String], catalogue: Catalogue, others: [OtherCommand] = [],
    runner: CaseRunner, console: Console
  ) async -> Int32 {
    do {
      let words = words(in: arguments, others)
      let asksForHelp = words.first.map { arguments[$0] } == Command.Action.help.rawValue
      let position = asksForHelp ? words.dropFirst().first : words.first
      if let position, let other = others.first(where: { $0.name == arguments[position] }) {
        if asksForHelp || arguments.contains(where: { Command.Option($0) == .help }) {
          try print(other.usage ?? Command.usage, to: console)
          return 0
        }
        let (output, exitCode) = try await other.run(
          Array(arguments[..<position] + arguments[(position + 1)...]), console.style)
        try print(output, to: console)
        return exitCode
      }
      let command = try Command(
        parsing: arguments, others: others.map(\.name),
        isID: { $0.contains("/") || (try? catalogue.selection(of: [$0])) != nil })
      let style = console.style(command.color)
      let selection = try catalogue.selection(of: command.ids)
      switch command.action {
      case .help: try console.output(Command.usage)
      case .version: try console.output("leakcases \(Command.version)\n")
      case .list: try console.output(listing(of: selection, as: command.format, style: style))
      case .show:
        if let sources = command.sources, !isFolder(sources) {
          throw UsageError(
            "there is no folder '\(sources)': --sources names the one that the cases' files are in")
        }
        for (index, entry) in selection.enumerated() {
          let page = CasePage(entry, sources: command.sources, style: style)
          try console.output((index == 0 ? "" : "\n") + page.text)
        }
      case .crash: await selection.first?.variants.first?.crash()
      case .run:
        var runner = runner
        runner.readsValues = command.readsValues
        let run = CatalogueRun(selection: selection, command: command, runner: runner)
        return try await run.run(printingTo: console) ? 0 : 1
      }
      return 0
    } catch OutputError.readerGone {
      return 0
    } catch {
      console.errors("leakcases: \(message(error))\n")
      return 2
    }
  }

  /// Where in `arguments` the words are that are no options, nor the value of one.
  private static func words(in arguments: [String], _ others: [OtherCommand]) -> [Int] {
    let takingValue = others.reduce(
      into: Set(Command.Option.allCases.filter(\.takesValue).map(\.rawValue))
    ) { $0.formUnion($1.optionsWithValue) }
    var words: [Int] = []
    var isValue = false
    for (index, argument) in arguments.enumerated() {
      if argument == "--" { break }
      if !isValue, !argument.hasPrefix("-") || argument == "-" { words.append(index) }
      isValue = !isValue && takingValue.contains(argument)
    }
    return words
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Prints `output`, as far as there is somebody who reads.
  private static func print(_ output: String, to console: Console) throws(OutputError) {
    do throws(OutputError) {
      try console.output(output)
    } catch {
      if error != .readerGone { throw error }
    }
  }

  /// What is wrong and what to do, in one line.
  private static func message(_ error: any Error) -> String {
    switch error {
    case let error as UsageError: error.message
    case let error as UnknownID:
      "there is no case '\(error.id)'; "
        + (error.nearest.map { "did you mean '\($0)'?" } ?? "\(Command.program) list prints them")
    case OutputError.failed(let reason): "cannot write to standard output: \(reason)"
    default: "\(error)"
    }
  }

  private static func listing(
    of selection: [SelectedCase], as format: Command.Format, style: TextStyle
  ) throws -> String {
    switch format {
    case .text: TextListing(selection, style: style).text
    case .json: try CatalogueDocument(selection).text
    case .markdown: MarkdownIndex(selection).text
    }
  }
}
