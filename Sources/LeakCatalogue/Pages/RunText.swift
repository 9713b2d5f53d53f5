import LeakDetection

/// What a run prints of its results: a line for each case, or each variant with its report.
struct RunText: Sendable {
  let style: TextStyle
  /// Whether reports are printed of what passes, too.
  let isVerbose: Bool
  /// The widest id of each chapter, by which its lines are aligned.
  private let idWidths: [String: Int]
  /// The first case of each chapter but the first, before which an empty line stands.
  private let firstInChapter: Set<String>
  /// Whether what was told last ends with an empty line.
  private var isAfterGap = false

  init(_ selection: [SelectedCase], style: TextStyle, isVerbose: Bool) {
    self.style = style
    self.isVerbose = isVerbose
    idWidths = Dictionary(
      selection.map { ($0.chapter, $0.type.id.count) }, uniquingKeysWith: max)
    firstInChapter = Set(
      zip(selection, selection.dropFirst()).filter { $0.chapter != $1.chapter }.map { $1.type.id })
  }

  /// What is printed of a variant as soon as it has run.
  mutating func text(for result: VariantResult) -> String {
    guard isVerbose else { return "" }
    isAfterGap = !result.passed || result.outcome.hasReport
    if !result.passed { return failure(of: result) }
    let verdict = style.painted(
      result.outcome.summary, TextStyle.Paint(verdict: result.outcome.kind))
    let line = "\(check) \(result.id)  \(verdict)  \(result.duration.inSeconds)\n"
    return result.outcome.hasReport ? line + "\n" + indented(result.outcome.text) + "\n\n" : line
  }

  /// What is printed of a case when its variants have run.
  mutating func text(for entry: SelectedCase, results: [VariantResult]) -> String {
    guard !isVerbose, !results.isEmpty else { return "" }
    let failures = results.filter { !$0.passed }
    let gap = firstInChapter.contains(entry.type.id) && !isAfterGap ? "\n" : ""
    isAfterGap = !failures.isEmpty
    let id = entry.type.id.padded(to: idWidths[entry.chapter] ?? 0)
    guard failures.isEmpty else {
      let count = "\(failures.count) of \(entry.variants.count) not as expected"
      return "\(gap)\(cross) \(id)  \(style.painted(count, .red))\n\n"
        + failures.map { failure(of: $0) }.joined()
    }
    return
      "\(gap)\(check) \(id)  \(verdicts(entry, space: style.width.map { $0 - id.count - 4 }))\n"
  }

  /// The last lines: the failures again, where others stand between, and how many variants passed.
  func closing(for results: [VariantResult], cases: Int) -> String {
    let failures = results.filter { !$0.passed }
    var text = isAfterGap ? "" : "\n"
    if cases > 1 {
      for result in failures { text += headline(of: result) + "\n" }
    }
    let passed = "\(results.count - failures.count) passed, \(failures.count) failed"
    return text + counted(cases, "case") + ", " + counted(results.count, "variant") + ": "
      + style.painted(passed, failures.isEmpty ? .green : .red) + "\n"
  }

  /// The variants by their verdicts: their names, or how many they are where `space` has no room for the names.
  private func verdicts(_ entry: SelectedCase, space: Int?) -> String {
    let groups = entry.variantsByVerdict
    let named = groups.map { (verdict: $0.verdict, rest: ": " + $0.names.joined(separator: ", ")) }
    let width = named.reduce(2 * (named.count - 1)) { $0 + $1.verdict.count + $1.rest.count }
    if width <= space ?? .max {
      return named.map { style.painted($0.verdict, TextStyle.Paint(verdict: $0.verdict)) + $0.rest }
        .joined(separator: "; ")
    }
    return groups.map {
      "\($0.names.count) " + style.painted($0.verdict, TextStyle.Paint(verdict: $0.verdict))
    }.joined(separator: ", ")
  }

  /// What does not match, with the whole texts of what was expected and observed where there are any.
  private func failure(of result: VariantResult) -> String {
    var text = headline(of: result) + "\n"
    if case .unobserved = result.outcome { return text + "\n" }
    guard result.expectation.mismatch(with: result.outcome) != nil else { return text + "\n" }
    if result.expectation.text != result.expectation.kind {
      text += "  Expected:\n" + indented(result.expectation.text) + "\n"
    }
    if result.outcome.hasReport { text += "  Observed:\n" + indented(result.outcome.text) + "\n" }
    return text + "\n"
  }

  private func headline(of result: VariantResult) -> String {
    let text = style.wrapped("FAIL \(result.id): \(result.failure ?? "")")
    return style.painted("FAIL", .red) + text.dropFirst(4)
  }

  private func indented(_ report: String) -> String {
    style.wrapped(report.trimmed.indented(by: 4))
  }

  private var check: String { style.painted("✓", .green) }
  private var cross: String { style.painted("✗", .red) }
}

extension Outcome {
  /// Whether there is more to tell of what was observed than ``summary`` says.
  fileprivate var hasReport: Bool {
    if case .unobserved = self { false } else { text != summary }
  }
}
