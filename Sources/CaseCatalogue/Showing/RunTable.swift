/// The rows that a run prints, aligned.
struct RunTable: Sendable {
  private let widths: [Int]

  private static let titles = ["chapter", "case", "variant", "expected", "observed"]
  /// The longest text in the column of what is observed; longer ones do not come up.
  private static let widestOutcome = "late by 0.000 s"

  init(_ selection: [SelectedCase]) {
    var widths = Self.titles.map(\.count)
    for entry in selection {
      for variant in entry.variants {
        let cells =
          Self.names(entry.id(of: variant)) + [variant.expectation.summary, Self.widestOutcome]
        for (column, cell) in cells.enumerated() {
          widths[column] = max(widths[column], cell.count)
        }
      }
    }
    self.widths = widths
  }

  /// The columns' titles.
  var header: String { row(mark: "", Self.titles + ["time"]) }

  /// The row of `result`, with what keeps the object alive, or what does not match, indented below.
  func rows(for result: VariantResult) -> String {
    var text = row(
      mark: result.passed ? "" : "FAIL",
      Self.names(result.id) + [
        result.expectation.summary, result.outcome.summary, result.duration.inSeconds,
      ])
    if let failure = result.failure {
      text += "\n" + failure.indented(by: 6) + "\n" + difference(in: result) + "\n"
    } else {
      switch result.outcome {
      case .verdict(.late(_, heldBy: []), _): break
      case .verdict(.leaked, let report), .verdict(.held, let report), .verdict(.late, let report):
        text += "\n" + report.trimmed.indented(by: 6) + "\n\n"
      default: break
      }
    }
    return text
  }

  /// The whole texts of what was expected and observed, where they do not match and there are any.
  private func difference(in result: VariantResult) -> String {
    if case .unobserved = result.outcome { return "" }
    guard result.expectation.mismatch(with: result.outcome) != nil else { return "" }
    var text = ""
    if result.expectation.text != result.expectation.summary {
      text += "      Expected:\n" + result.expectation.text.trimmed.indented(by: 8) + "\n"
    }
    if result.outcome.text != result.outcome.summary {
      text += "      Observed:\n" + result.outcome.text.trimmed.indented(by: 8) + "\n"
    }
    return text
  }

  /// The last line: how many variants passed.
  func closing(for results: some Collection<VariantResult>) -> String {
    let passed = results.count(where: \.passed)
    return "\n\(passed) passed, \(results.count - passed) failed\n"
  }

  private func row(mark: String, _ cells: [String]) -> String {
    var line = mark.padded(to: 6)
    for (column, cell) in cells.enumerated() {
      line += column < widths.count ? cell.padded(to: widths[column] + 2) : cell
    }
    return line + "\n"
  }

  private static func names(_ id: String) -> [String] {
    id.split(separator: "/", maxSplits: 2).map(String.init)
  }
}
