/// How a report's lines are kept short enough to be read.
package enum ReportLine {
  /// The columns that a line of a path takes at most.
  static let columns = 100

  /// `text` behind `start`, with as much left out as it takes.
  static func fitted(_ start: String, _ text: String) -> String {
    start + shortened(text, to: columns - start.count)
  }

  /// `text` behind `start`, and `place` behind it or, where that is too long without generic arguments, on a line of its own.
  static func fitted(_ start: String, _ text: String, _ place: String?) -> [String] {
    guard let place else { return [fitted(start, text)] }
    let end = "   " + place
    let short = withoutArguments(text, to: columns - start.count - end.count)
    if start.count + short.count + end.count <= columns { return [start + short + end] }
    return [fitted(start, text), fitted(start, end)]
  }

  /// `text` in at most `columns` columns: generic arguments are left out, the innermost first, and then what is in the middle.
  ///
  /// - Complexity: O(*n*) in the length of the text and the depth of its generic arguments.
  package static func shortened(_ text: String, to columns: Int) -> String {
    let text = withoutArguments(text, to: columns)
    if text.count <= columns { return text }
    let kept = columns - 1
    return text.prefix(kept - kept / 3) + "…" + text.suffix(kept / 3)
  }

  /// `text`, without as many generic arguments as it takes for `columns` columns, or without all.
  private static func withoutArguments(_ text: String, to columns: Int) -> String {
    var text = text
    while text.count > columns, let shorter = withoutInnermostArguments(text) { text = shorter }
    return text
  }

  /// The text with the generic arguments left out that have none inside; `nil` where there is nothing to leave out.
  private static func withoutInnermostArguments(_ text: String) -> String? {
    var result: [Character] = []
    /// Where the brackets that are open begin in the result, and whether there are arguments inside.
    var open: [(start: Int, hasArguments: Bool)] = []
    var hasChanged = false
    for character in text {
      if character == "<" { open.append((result.count, false)) }
      // An arrow ends nothing.
      if character == ">", result.last != "-", let (start, hasArguments) = open.popLast(),
        result[start...] != ["<", "…"]
      {
        if !hasArguments {
          result.replaceSubrange(start..., with: ["<", "…"])
          hasChanged = true
        }
        if let outer = open.indices.last { open[outer].hasArguments = true }
      }
      result.append(character)
    }
    return hasChanged ? String(result) : nil
  }
}
