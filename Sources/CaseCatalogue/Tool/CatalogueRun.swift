/// Runs a selection of variants, as often as asked for, and prints what is observed.
struct CatalogueRun: Sendable {
  let selection: [SelectedCase]
  let command: Command
  let runner: CaseRunner

  /// - Returns: whether every observation matched, in every round.
  /// - Throws: ``OutputError`` when the output cannot be written.
  func run(printingTo console: Console) async throws -> Bool {
    let table = RunTable(selection)
    let total = selection.reduce(0) { $0 + $1.variants.count }
    // A variant that fails in any round is told as it failed first.
    var results: [String: VariantResult] = [:]
    var memory = MemoryWatch(rounds: command.rounds)
    if command.format == .text { try console.output(table.header) }
    for round in 1...command.rounds {
      var number = 0
      for entry in selection {
        for variant in entry.variants {
          let id = entry.id(of: variant)
          number += 1
          showProgress(of: id, number: number, of: total, round: round, on: console)
          let result = await runner.run(variant, id: id)
          clearProgress(on: console)
          let failsFirst = !result.passed && results[id]?.passed == true
          if results[id] == nil || failsFirst {
            results[id] = result
            if command.format == .text { try console.output(table.rows(for: result)) }
          }
        }
      }
      if let line = await memory.look(
        after: round, keepers: keepers, runAgain: runAgain)
      {
        try report(line, to: console)
      }
    }
    if let line = memory.conclusion { try report(line, to: console) }
    switch command.format {
    case .text: try console.output(table.closing(for: results.values))
    case .json: try console.output(CatalogueDocument(selection, results: results).text)
    }
    return results.values.allSatisfy(\.passed) && memory.isFlat
  }

  /// What keeps memory for good of the selected variants.
  private var keepers: [String] {
    Set(selection.flatMap { $0.variants.compactMap(\.keeper) }).sorted()
  }

  /// Runs the variants that leave memory to `keeper`, to see how much that is.
  private func runAgain(_ keeper: String) async {
    for entry in selection {
      for variant in entry.variants where variant.keeper == keeper {
        _ = await runner.run(variant, id: entry.id(of: variant))
      }
    }
  }

  /// Prints a line about memory: with the rows, or beside the JSON document.
  private func report(_ line: String, to console: Console) throws {
    switch command.format {
    case .text: try console.output(line + "\n")
    case .json: console.errors(line + "\n")
    }
  }

  private func showProgress(
    of id: String, number: Int, of total: Int, round: Int, on console: Console
  ) {
    guard console.showsProgress else { return }
    let rounds = command.rounds == 1 ? "" : "round \(round) of \(command.rounds), "
    console.errors("\r\u{1B}[K\(rounds)\(number) of \(total): \(id)")
  }

  private func clearProgress(on console: Console) {
    if console.showsProgress { console.errors("\r\u{1B}[K") }
  }
}
