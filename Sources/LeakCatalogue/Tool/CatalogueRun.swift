/// Runs a selection of variants, as often as asked for, and prints what is observed.
struct CatalogueRun: Sendable {
  let selection: [SelectedCase]
  let command: Command
  let runner: CaseRunner

  /// - Returns: whether every observation matched, in every round; as far as it came, where nobody reads any more.
  /// - Throws: ``OutputError`` when the output cannot be written.
  func run(printingTo console: Console) async throws -> Bool {
    var results = Results()
    do {
      return try await run(printingTo: console, into: &results)
    } catch OutputError.readerGone {
      return results.passed
    }
  }

  /// What became of each variant. One that fails in any round is told as it failed first.
  private struct Results {
    var byID: [String: VariantResult] = [:]

    var passed: Bool { byID.values.allSatisfy(\.passed) }

    /// Takes in `result`, if it is news; returns whether it is.
    mutating func add(_ result: VariantResult) -> Bool {
      guard byID[result.id].map({ $0.passed && !result.passed }) ?? true else { return false }
      byID[result.id] = result
      return true
    }
  }

  private func run(printingTo console: Console, into results: inout Results) async throws -> Bool {
    var text = RunText(
      selection, style: console.style(command.color), isVerbose: command.isVerbose)
    let total = selection.reduce(0) { $0 + $1.variants.count }
    var memory = MemoryWatch(rounds: command.rounds)
    for round in 1...command.rounds {
      var number = 0
      for entry in selection {
        var news: [VariantResult] = []
        for variant in entry.variants {
          let id = entry.id(of: variant)
          number += 1
          showProgress(of: id, number: number, of: total, round: round, on: console)
          let result = await runner.run(variant, id: id)
          clearProgress(on: console)
          guard results.add(result) else { continue }
          news.append(result)
          try print(text.text(for: result), to: console)
        }
        try print(text.text(for: entry, results: news), to: console)
      }
      if let line = await memory.look(
        after: round, keepers: keepers, runAgain: runAgain)
      {
        try report(line, to: console)
      }
    }
    if let line = memory.conclusion { try report(line, to: console) }
    switch command.format {
    // A run has no index.
    case .text, .markdown:
      let ordered = selection.flatMap { entry in
        entry.variants.compactMap { results.byID[entry.id(of: $0)] }
      }
      try console.output(text.closing(for: ordered, cases: selection.count))
    case .json: try console.output(CatalogueDocument(selection, results: results.byID).text)
    }
    return results.passed && memory.isFlat
  }

  /// Prints what is for people.
  private func print(_ text: String, to console: Console) throws {
    if command.format == .text, !text.isEmpty { try console.output(text) }
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
    case .text, .markdown: try console.output(line + "\n")
    case .json: console.errors(line + "\n")
    }
  }

  private func showProgress(
    of id: String, number: Int, of total: Int, round: Int, on console: Console
  ) {
    guard console.showsProgress else { return }
    let rounds = command.rounds == 1 ? "" : "round \(round) of \(command.rounds), "
    // A line that wraps could not be cleared.
    let line = "\(rounds)\(number) of \(total): \(id)".prefix(console.columns - 1)
    console.errors("\r\u{1B}[K\(line)")
  }

  private func clearProgress(on console: Console) {
    if console.showsProgress { console.errors("\r\u{1B}[K") }
  }
}
