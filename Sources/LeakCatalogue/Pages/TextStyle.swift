import LeakDetection

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

  /// The text with its long lines broken at spaces, where the terminal has a width.
  package func wrapped(_ text: String) -> String {
    width.map(text.wrapped) ?? text
  }
}
