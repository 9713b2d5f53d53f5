/// `advice compare BEFORE AFTER --edits FILE`: judges two runs, without the edits and with them.
struct CompareCommand {
  var before: String
  var after: String
  var edits: String

  /// - Returns: whether all is as it must be.
  func run() throws -> Bool {
    let before = try Outcome.read(from: before)
    let after = try Outcome.read(from: after)
    let reported = try ReportedEdits.read(from: edits)
    let edited = Set(reported.map(\.snippet))
    var failures: [String] = []
    var stillLeaking = 0
    for snippet in Snippet.all {
      let isEdited = edited.contains(snippet.name)
      let pair = Pair(before: before[snippet.name], after: after[snippet.name])
      failures += pair.failures(expecting: snippet.expects, isEdited: isEdited)
        .map { "\(snippet.name): \($0)" }
      if isEdited, pair.after?.isGone == false { stillLeaking += 1 }
    }
    for failure in failures { print("advice: \(failure)") }
    print(
      "advice: \(reported.distinctEdits.count) edits applied, built and run, still leaking: "
        + "\(stillLeaking)")
    return failures.isEmpty
  }

  /// The outcomes of one snippet; `nil` where a run ended before it.
  private struct Pair {
    var before: Outcome?
    var after: Outcome?

    /// What is not as it must be.
    func failures(expecting expectation: Snippet.Expectation, isEdited: Bool) -> [String] {
      guard let before else { return ["not played before the edits"] }
      var failures: [String] = []
      if !before.isLeaked { failures.append("\(before.state) before the edits") }
      if before.notes.isEmpty { failures.append("notes nothing") }
      if expectation == .edit, !isEdited { failures.append("its report has no edit") }
      guard let after else { return failures + ["not played after the edits"] }
      if isEdited, !after.isGone { failures.append("\(after.state) after its edits") }
      if after.notes != before.notes {
        failures.append("notes \"\(after.notes)\" instead of \"\(before.notes)\" after the edits")
      }
      return failures
    }
  }
}
