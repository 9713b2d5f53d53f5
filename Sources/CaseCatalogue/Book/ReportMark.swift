/// The lines of a case's file that a report names as those of the reference to change.
struct ReportMark: Sendable {
  /// What stands beside the line.
  let text: String
  let lines: Set<Int>

  /// - Parameter file: the name of the case's file: `StoredClosure.swift`.
  init?(_ expectation: Variant.Expectation, file: String) {
    switch expectation {
    case .leaked(let report):
      text = "cut here"
      lines = Self.suspects(report, file: file)
    case .held(let report):
      guard let step = Self.holder(report, file: file) else { return nil }
      text = step.isCertain ? "holds it" : "probably holds it"
      lines = [step.line]
    case .deinitialized, .late, .crashes: return nil
    }
    if lines.isEmpty { return nil }
  }

  /// The lines of the steps that are underlined; of the advice where those have none.
  private static func suspects(_ report: String, file: String) -> Set<Int> {
    let rows = report.split(separator: "\n").map(String.init)
    var lines: Set<Int> = []
    for (index, row) in rows.enumerated() where row.contains("~~~") {
      // What is said of a step goes on below its underline, without a label or a name of its own.
      let below = rows[(index + 1)...].prefix {
        $0.firstMatch(of: /│ +(captures|probably|\S+:\d+$)/) != nil
      }
      let step = rows[max(0, index - 1)...index] + below
      if let line = step.lazy.compactMap({ place(in: $0, of: file) }).first { lines.insert(line) }
    }
    if lines.isEmpty, let advice = rows.first(where: { $0.contains("in the closure at ") }),
      let line = place(in: advice, of: file)
    {
      lines.insert(line)
    }
    return lines
  }

  /// The last step of the path to an object that is held which has a line.
  private static func holder(
    _ report: String, file: String
  ) -> (line: Int, isCertain: Bool)? {
    let rows = report.split(separator: "\n").map(String.init).filter { $0.contains("│") }
    guard let index = rows.lastIndex(where: { place(in: $0, of: file) != nil }),
      let line = place(in: rows[index], of: file)
    else { return nil }
    let step = rows[index...].joined()
    return (line, !step.contains("probably") && !step.contains("possibly"))
  }

  /// The line that stands in this text; none where it is marked as approximate.
  private static func place(in text: String, of file: String) -> Int? {
    for match in text.matches(of: /(≈ )?(\w+\.swift):(\d+)/)
    where match.1 == nil && match.2 == file {
      return Int(match.3)
    }
    return nil
  }
}
