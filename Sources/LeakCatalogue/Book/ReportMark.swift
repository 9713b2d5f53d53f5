import LeakDetection

/// The lines of a case's file that a report blames, with what is written beside each.
struct ReportMark: Sendable {
  let texts: [Int: String]

  /// - Parameter file: the name of the case's file: `StoredClosure.swift`.
  init(_ expectation: Variant.Expectation, file: String) {
    texts =
      switch expectation {
      case .leaked(let report): Self.suspects(report, file: file)
      case .held(let report): Self.holder(report, file: file)
      case .deinitialized, .late, .crashes: [:]
      }
  }

  /// The lines of the steps that are underlined, or of the advice on each where that has another place.
  private static func suspects(_ report: String, file: String) -> [Int: String] {
    let rows = report.split(separator: "\n").map(String.init)
    var texts: [Int: String] = [:]
    for (index, row) in rows.enumerated() where row.contains("~~~") {
      // What is said of a step goes on below its underline, without a label or a name of its own.
      let below = rows[(index + 1)...].prefix {
        $0.firstMatch(of: /│ +(captures|probably|\S+:\d+$)/) != nil
      }
      let step = rows[max(0, index - 1)...index] + below
      let advice = rows[index...].first { $0.firstMatch(of: /^ +[\w{]/) != nil } ?? ""
      // A method is stored elsewhere than it is written.
      let places =
        advice.contains("instead of storing ")
        ? [advice] : step + (advice.contains("in the closure at ") ? [advice] : [])
      guard let line = places.lazy.compactMap({ place(in: $0, of: file) }).first else { continue }
      texts[line] = CutMark.text(for: advice)
    }
    return texts
  }

  /// The last step of the path to an object that is held which has a line.
  private static func holder(_ report: String, file: String) -> [Int: String] {
    let rows = report.split(separator: "\n").map(String.init).filter { $0.contains("│") }
    guard let index = rows.lastIndex(where: { place(in: $0, of: file) != nil }),
      let line = place(in: rows[index], of: file)
    else { return [:] }
    let step = rows[index...].joined()
    let isCertain = !step.contains("probably") && !step.contains("possibly")
    return [line: isCertain ? "holds it" : "probably holds it"]
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
