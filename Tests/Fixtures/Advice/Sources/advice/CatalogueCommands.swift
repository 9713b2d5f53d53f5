/// `advice catalogue-edits RUN --edits FILE`: writes the edits of the reports in a run of the catalogue.
struct CatalogueEditsCommand {
  var run: String
  var edits: String

  func write() throws {
    try ReportedEdits.write(CatalogueRun.read(from: run).edits, to: edits)
  }
}

/// `advice compare-catalogue BEFORE AFTER`: judges two runs of the catalogue, without the edits and with them.
struct CompareCatalogueCommand {
  var before: String
  var after: String

  /// - Returns: whether all is as it must be.
  func run() throws -> Bool {
    let before = try CatalogueRun.read(from: before)
    let edits = before.edits
    let observed = try CatalogueRun.read(from: after).observed
    let edited = Set(edits.map(\.snippet))
    var failures: [String] = []
    for (variant, state) in before.observed.sorted(by: { $0.key < $1.key }) {
      let now = observed[variant] ?? "not run"
      // What a queue is about to let go of goes a moment later.
      let isGone = now == "deinitialized" || now == "late"
      if edited.contains(variant), !isGone {
        failures.append("\(variant): \(now) after its edits")
      } else if state == "deinitialized", !isGone {
        failures.append("\(variant): \(now) after the edits of others")
      }
    }
    for failure in failures { print("advice: \(failure)") }
    let stillLeaking = edited.count { observed[$0] == "leaked" }
    print(
      "advice: \(edits.distinctEdits.count) edits applied to the catalogue, built and run, still leaking: "
        + "\(stillLeaking)")
    return failures.isEmpty
  }
}
