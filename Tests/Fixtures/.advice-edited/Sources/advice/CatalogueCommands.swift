import Foundation

/// `advice catalogue-edits RUN --edits FILE`: writes the edits of the reports in a run of the catalogue.
struct CatalogueEditsCommand {
  var run: String
  var edits: String

  func write() throws {
    try ReportedEdits.write(CatalogueRun.read(from: run).edits, to: edits)
  }
}

/// `advice compare-catalogue BEFORE AFTER --without-edits FILE`: judges two runs of the catalogue, without the edits and with
/// them. The file lists the variants that have none, each with one that does what its advice says.
struct CompareCatalogueCommand {
  var before: String
  var after: String
  var withoutEdits: String

  /// - Returns: whether all is as it must be.
  func run() throws -> Bool {
    let before = try CatalogueRun.read(from: before)
    let edits = before.edits
    let after = try CatalogueRun.read(from: after)
    let observed = after.observed
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
    failures += differences(from: before.values, to: after.values)
    failures += try failuresWithoutEdits(in: before)
    for failure in failures { print("advice: \(failure)") }
    let stillLeaking = edited.count { observed[$0] == "leaked" }
    print(
      "advice: \(edits.distinctEdits.count) edits applied to the catalogue, built and run, still leaking: "
        + "\(stillLeaking)")
    let compared = edited.count { before.values[$0]?.isEmpty == false }
    print(
      "advice: \(compared) of \(edited.count) edited variants have values to compare, different: "
        + "\(differences(from: before.values, to: after.values).count)")
    return failures.isEmpty
  }

  /// The variants whose objects do not have the same values with the edits: the code did something else.
  private func differences(
    from before: [String: [String]], to after: [String: [String]]
  ) -> [String] {
    before.sorted { $0.key < $1.key }.compactMap { variant, values in
      guard let now = after[variant], now != values else { return nil }
      return "\(variant): has \(now) instead of \(values) after the edits"
    }
  }

  /// What the list of the variants without edits says that is not so, or does not say.
  private func failuresWithoutEdits(in run: CatalogueRun) throws -> [String] {
    let listed = Dictionary(
      try String(contentsOfFile: withoutEdits, encoding: .utf8).split(separator: "\n")
        .filter { !$0.hasPrefix("#") }.map { line in
          let words = line.split(separator: " ").map(String.init)
          guard words.count == 2 else { throw Failure("\(withoutEdits): what is \"\(line)\"?") }
          return (words[0], words[1])
        }
    ) { first, _ in first }
    let found = Set(run.toldWithoutEdits)
    let observed = run.observed
    var failures = found.subtracting(listed.keys).sorted().map {
      "\($0) has no edit, and is not listed in \(withoutEdits)"
    }
    for (variant, cured) in listed.sorted(by: { $0.key < $1.key }) {
      if !found.contains(variant) { failures.append("\(variant) is listed, and has edits") }
      let name = variant.split(separator: "/").dropLast().joined(separator: "/") + "/" + cured
      if observed[name] != "deinitialized" {
        failures.append("\(name), which is to cure: \(observed[name] ?? "not run")")
      }
    }
    print(
      "advice: \(found.count) variants of the catalogue without an edit, listed: \(listed.count)")
    return failures
  }
}
