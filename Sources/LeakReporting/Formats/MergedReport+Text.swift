import LeakDetection

extension MergedReport {
  /// The summary, a line or two for each cause, and what is to be mended at length.
  var plainText: String {
    var text = "\(summary).\n"
    for cause in causes {
      text += "\n\(cause.standing.rawValue) \(cause.fingerprint)  \(cause.headline)\n"
      if let remark = cause.remark { text += "  \(remark)\n" }
      text += "  in \(cause.place)\n"
    }
    for cause in causes where cause.standing.isToBeMended {
      guard let leak = cause.leak else { continue }
      text += "\n\(leak.report)\n"
    }
    return text
  }

  /// A heading, a table, and what is to be mended behind folds.
  var markdown: String {
    var text = "### \(summary)\n"
    if causes.isEmpty { return text }
    text += "\n| | leak | tests | fingerprint |\n| --- | --- | --- | --- |\n"
    for cause in causes {
      let reason = cause.reason.map { " (\($0))" } ?? ""
      text +=
        "| \(cause.standing.rawValue) | \((cause.headline + reason).inTable) | \(cause.tests.count) | \(cause.fingerprint) |\n"
    }
    for cause in causes where cause.standing.isToBeMended {
      guard let leak = cause.leak else { continue }
      let fence = leak.report.fence
      text += """

        <details><summary>\(cause.headline.escapedForXML.withoutReferences)</summary>

        In \(cause.place.withoutReferences).

        \(fence)text
        \(leak.report)
        \(fence)

        </details>

        """
    }
    return text
  }
}

extension MergedReport.Cause {
  /// The tests, of which some are named: `A/a() and 3 more tests`.
  package var place: String {
    guard let first = tests.first else { return "no known test" }
    let rest = tests.count - 1
    return rest == 0 ? first : "\(first) and \(counted(rest, "more test"))"
  }
}

extension String {
  /// The text in a cell of a table.
  fileprivate var inTable: String {
    escaped(["\\": "\\\\", "|": "\\|", "<": "&lt;", "\r": " ", "\n": " "]).withoutReferences
  }

  /// The text in Markdown, in which code hosts take `closure #1` for a reference to their first issue: with a space of no width before
  /// the number.
  var withoutReferences: String {
    var text = ""
    var isBehindSign = false
    for scalar in unicodeScalars {
      if isBehindSign, ("0"..."9").contains(scalar) { text += "\u{200B}" }
      text.unicodeScalars.append(scalar)
      isBehindSign = scalar == "#"
    }
    return text
  }

  /// More backticks than are anywhere in the text.
  fileprivate var fence: String {
    var longest = 2
    var run = 0
    for scalar in unicodeScalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    return String(repeating: "`", count: longest + 1)
  }
}
