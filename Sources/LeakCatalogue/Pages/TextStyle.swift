/// How printed text looks: whether it has colours, and how wide it may be.
package struct TextStyle: Sendable, Hashable {
  /// A colour or a weight, as its number in a terminal's escape sequence.
  enum Paint: Int {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
    case cyan = 36
  }

  package var isColored: Bool
  /// The columns of the terminal, or `nil` where no line is to be broken, so that each can be searched.
  package var width: Int?

  package init(isColored: Bool = false, width: Int? = nil) {
    self.isColored = isColored
    self.width = width
  }

  func painted(_ text: String, _ paint: Paint) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// The text with its long lines broken at spaces; each goes on as far to the right as it began. What is drawn, as
  /// the path in a report, stays as it is.
  package func wrapped(_ text: String) -> String {
    guard let width else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.count > width && !$0.isDrawn ? Self.wrapped($0, width: width) : String($0) }
      .joined(separator: "\n")
  }

  private static func wrapped(_ line: Substring, width: Int) -> String {
    let margin = String(line.prefix { $0 == " " })
    var lines: [String] = []
    var current = margin
    for word in line.split(separator: " ") {
      if current.count > margin.count, current.count + 1 + word.count > width {
        lines.append(current)
        current = margin
      }
      current += (current.count > margin.count ? " " : "") + word
    }
    return (lines + [current]).joined(separator: "\n")
  }
}

extension Substring {
  /// Whether the line is a part of a drawing.
  fileprivate var isDrawn: Bool { contains { "│╭╰╮╯".contains($0) } }
}
