/// A case's file without what its page tells by itself: its id, question, why, fix and source, and the texts that are
/// expected of its variants.
struct CaseCode: Sendable {
  private(set) var text: String

  /// - Parameter file: the text of the file, formatted as all of this package.
  init(_ file: String) {
    var lines: [Substring] = []
    var isInText = false
    var isInPart = false
    for line in file.split(separator: "\n", omittingEmptySubsequences: false) {
      let indentation = line.prefix { $0 == " " }.count
      let content = line.dropFirst(indentation)
      if isInText {
        // The literal ends with the line that begins with its quotes.
        guard content.hasPrefix("\"\"\"") else { continue }
        isInText = false
        lines[lines.endIndex - 1] += content.dropFirst(3)
      } else if indentation == 2, content.isPartOfPage {
        isInPart = true
      } else if isInPart, indentation > 2 || content.isEmpty || content.hasPrefix(")") {
        continue
      } else {
        isInPart = false
        guard let label = content.expectationLabel else {
          lines.append(line)
          continue
        }
        isInText = true
        lines.append(line.prefix(indentation) + label + " \"…\"")
      }
    }
    text = Self.withoutGaps(lines).joined(separator: "\n").trimmed
  }

  /// The lines with no two empty ones in a row, and none before the closing brace of a type.
  private static func withoutGaps(_ lines: [Substring]) -> [Substring] {
    var kept: [Substring] = []
    for line in lines {
      if line.isEmpty || line.hasPrefix("}"), kept.last?.isEmpty == true { kept.removeLast() }
      kept.append(line)
    }
    return kept
  }
}

extension Substring {
  /// Whether a declaration begins here that the page tells in words.
  fileprivate var isPartOfPage: Bool {
    prefixMatch(of: /public static (let|var) (id|question|why|fix|source)\b/) != nil
  }

  /// The label of the argument whose text begins on this line, if it is one that is expected of a variant.
  fileprivate var expectationLabel: Substring? {
    wholeMatch(of: /((?:report|optimized):) """/)?.1
  }
}
