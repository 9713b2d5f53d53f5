import LeakExplaining

/// A name on a few lines, each short enough for a box.
enum WrappedText {
  /// `text` on at most `most` lines of at most `columns` columns: broken where names begin, and shortened where that does not do.
  static func lines(_ text: String, columns: Int, most: Int) -> [String] {
    let text = ReportLine.shortened(text, to: columns * most)
    var lines = [""]
    for part in parts(of: text) {
      if lines[lines.count - 1].isEmpty || lines[lines.count - 1].count + part.count <= columns {
        lines[lines.count - 1] += part
      } else {
        lines.append(part)
      }
    }
    if lines.count > most {
      lines[(most - 1)...] = [lines[(most - 1)...].joined()]
    }
    return lines.map { ReportLine.shortened($0.trimmed, to: columns) }
  }

  /// The parts between which a line may end.
  private static func parts(of text: String) -> [String] {
    var parts = [""]
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      let last = index > 0 ? characters[index - 1] : " "
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      let begins =
        last == " " || (character == "." && last != "." && (next.isLetter || next == "_"))
      if begins, !parts[parts.count - 1].isEmpty { parts.append("") }
      parts[parts.count - 1].append(character)
    }
    // `closure #1` and `in` go together with what they stand before.
    var joined: [String] = []
    for part in parts {
      if let before = joined.last, before == "closure " || before == "in " {
        joined[joined.count - 1] += part
      } else {
        joined.append(part)
      }
    }
    return joined
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
