/// A case's file in parts: the code under observation, and each variant's own.
///
/// The parts are found by how the lines are indented: the file is formatted as all of this package.
struct CaseSource: Sendable {
  /// A line of the file.
  struct Line: Sendable, Hashable {
    /// Counted from 1.
    var number: Int
    var text: String

    var indentation: Int { text.prefix { $0 == " " }.count }
    var content: Substring { text.drop { $0 == " " } }
    var isEmpty: Bool { content.isEmpty }
  }

  /// What the case's enumeration is said to be about.
  let summary: String
  /// The imports, but of the catalogue itself.
  let imports: [String]
  /// The members of the case's enumeration, but those that the page tells in words, and the variants.
  let code: [Line]
  private let lines: [Line]

  init(_ file: String) {
    lines = file.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      Line(number: $0 + 1, text: String($1))
    }
    imports = lines.map(\.text).filter { $0.hasPrefix("import ") && $0 != "import LeakCatalogue" }
    let beginning = lines.firstIndex { $0.text.hasPrefix("public enum ") } ?? lines.endIndex
    summary = lines[..<beginning].reversed().prefix { $0.text.hasPrefix("///") }.reversed()
      .map { $0.text.dropFirst(4) }.joined(separator: " ")
    code = Self.code(lines.dropFirst(beginning + 1).prefix { $0.text != "}" })
  }

  /// The lines without those of the page's parts and the variants, and without gaps where these were.
  private static func code(_ lines: ArraySlice<Line>) -> [Line] {
    var kept: [Line] = []
    var isInPart = false
    for line in lines {
      if line.indentation == 2, line.content.isPartOfPage {
        isInPart = true
      } else if isInPart, line.isEmpty || line.indentation > 2 || line.isEnd {
        continue
      } else {
        isInPart = false
        if line.isEmpty, kept.last?.isEmpty ?? true { continue }
        // A member follows a part without an empty line between.
        if let last = kept.last, last.number < line.number - 1, !last.isEmpty, !line.isEmpty {
          kept.append(Line(number: line.number - 1, text: ""))
        }
        kept.append(line)
      }
    }
    while kept.last?.isEmpty == true { kept.removeLast() }
    return kept
  }

  /// What the variant on this line does: the lines of its first closure, and the attributes before its `in`.
  func body(ofVariantOnLine number: Int) -> (attributes: String, lines: [Line]) {
    guard lines.indices.contains(number - 1) else { return ("", []) }
    let indentation = lines[number - 1].indentation
    // The closure begins on the variant's first line, or where its arguments end.
    let rest = lines[(number - 1)...]
    guard
      let opening = rest.firstIndex(where: { line in
        line.indentation == indentation
          && (line.number == number || line.content.hasPrefix(")")) && line.opensClosure
      })
    else { return ("", []) }
    let attributes =
      lines[opening].text.firstMatch(of: /\{ (@[^{}]*) in$/).map { String($0.1) } ?? ""
    let body = lines[(opening + 1)...].prefix { $0.isEmpty || $0.indentation > indentation }
    return (attributes, Array(body))
  }
}

extension CaseSource.Line {
  /// Whether a declaration ends here that began with the same indentation.
  var isEnd: Bool {
    content.hasPrefix("}") || content.hasPrefix(")") || content.hasPrefix("]")
  }

  fileprivate var opensClosure: Bool {
    text.hasSuffix("{") || text.firstMatch(of: /\{ @[^{}]* in$/) != nil
  }
}

extension Substring {
  /// Whether a declaration begins here that the page tells elsewhere.
  fileprivate var isPartOfPage: Bool {
    prefixMatch(of: /public static (let|var) (id|question|variants|why|fix|source)\b/) != nil
  }
}

extension [CaseSource.Line] {
  /// The text of the lines, as far to the left as it goes.
  var text: String { texts.joined(separator: "\n") }

  /// The lines' texts, as far to the left as they go.
  var texts: [String] {
    let margin = filter { !$0.isEmpty }.map(\.indentation).min() ?? 0
    return map { String($0.text.dropFirst(margin)) }
  }
}
