import Foundation

/// The command line tool over a catalogue.
public enum LeakCases {
  /// Does what the arguments ask for.
  ///
  /// - Parameters:
  ///   - arguments: the command line without the name of the executable.
  /// - Returns: the exit code: 0 when every observation matches, 1 when one does not, 2 when nothing could
  ///   be done, which standard error tells in one line.
  public static func run(_ arguments: [String], catalogue: Catalogue) async -> Int32 {
    let console: Console
    do {
      console = try .standard()
    } catch {
      FileHandle.standardError.write(
        Data("leakcases: cannot write to standard output: \(error.reason)\n".utf8))
      return 2
    }
    return await run(
      arguments, catalogue: catalogue, runner: CaseRunner(crashes: .thisExecutable()),
      console: console)
  }

  /// Does what the arguments ask for, with this runner, and prints there.
  package static func run(
    _ arguments: [String], catalogue: Catalogue, runner: CaseRunner, console: Console
  ) async -> Int32 {
    do {
      let command = try Command(parsing: arguments)
      let selection = try catalogue.selection(of: command.ids)
      switch command.action {
      case .help: try console.output(Command.usage)
      case .list: try console.output(listing(of: selection, as: command.format))
      case .show:
        for (index, entry) in selection.enumerated() {
          let page = CasePage(entry, sources: command.sources)
          try console.output((index == 0 ? "" : "\n") + page.text)
        }
      case .crash: await selection.first?.variants.first?.crash()
      case .run:
        let run = CatalogueRun(selection: selection, command: command, runner: runner)
        return try await run.run(printingTo: console) ? 0 : 1
      }
      return 0
    } catch let error as UsageError {
      console.errors("leakcases: \(error.message)\n")
    } catch let error as UnknownID {
      let suggestion = error.nearest.map { "; did you mean '\($0)'?" } ?? ""
      console.errors("leakcases: there is no case '\(error.id)'\(suggestion)\n")
    } catch let error as OutputError {
      console.errors("leakcases: cannot write to standard output: \(error.reason)\n")
    } catch {
      console.errors("leakcases: \(error)\n")
    }
    return 2
  }

  private static func listing(of selection: [SelectedCase], as format: Command.Format) throws
    -> String
  {
    switch format {
    case .text: TextListing(selection).text
    case .json: try CatalogueDocument(selection).text
    }
  }
}
