extension DecisionTree {
  /// The names of the picture's files, and the picture itself, light and dark. DocC shows the one that goes with the page's colours.
  package var pictures: [String: String] {
    ["decision.svg": svg(isDark: false), "decision~dark.svg": svg(isDark: true)]
  }

  /// The tree as a picture that needs nothing from elsewhere: each question below the one that leads to it, and on the right what
  /// follows.
  package func svg(isDark: Bool) -> String {
    let rows = lines.enumerated().map { Row($1, number: $0) }
    let ends = (rows.map(\.right).max() ?? 0) + 48
    let width = (rows.map { $0.width(endingAt: ends) }.max() ?? 0) + Row.margin
    let height = Row.margin * 2 + Row.height * rows.count - Row.gap
    var shapes = """
      <text class="caption" x="\(ends + 10)" y="\(Row.margin + 20)">[weak self]?</text>

      """
    for (number, row) in rows.enumerated() {
      if let parent = rows[..<number].last(where: { $0.line.depth == row.line.depth - 1 }) {
        shapes += """
          <path class="line" d="M\(parent.left + 16) \(parent.top + Row.box)V\(row.middle)H\(row.left)"/>

          """
      }
      shapes += row.shapes(endingAt: ends)
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="decision" role="img" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)">
      <title>Whether a closure needs [weak self]</title>
      <desc>\(description)</desc>
      <style>
      \(Self.shapes + (isDark ? Self.dark : Self.light))</style>
      <rect class="paper" width="\(width)" height="\(height)" rx="10"/>
      \(shapes)</svg>

      """
  }

  /// The tree in one sentence for each conclusion, for readers of the screen.
  var description: String {
    var ways: [String] = []
    return lines.reduce(into: "") { text, line in
      ways = ways.prefix(line.depth) + [line.text]
      guard let conclusion = line.conclusion else { return }
      if !text.isEmpty { text += " " }
      text += "\(conclusion.number): \(ways.joined(separator: ", ")): \(conclusion.text)."
    }
  }

  private static let shapes = """
    .decision text { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 13px; }
    .decision rect { stroke-width: 1.5; }
    .decision .line { fill: none; stroke-width: 1.8; }
    .decision .needed rect { stroke-width: 3; }
    .decision .needed text, .decision .caption { font-weight: 700; }

    """

  private static let light = colors(
    paper: "#ffffff", text: "#1b1d21", line: "#5a6470", question: ("#e8f1fb", "#2f6aa8"),
    needless: ("#edf7ee", "#2d7a36"), needed: ("#fdecee", "#c0182b"))

  private static let dark = colors(
    paper: "#1d1f23", text: "#f0f2f5", line: "#a3adb9", question: ("#203349", "#7fb2f0"),
    needless: ("#1d3823", "#7fca8a"), needed: ("#472127", "#ff7b80"))

  private static func colors(
    paper: String, text: String, line: String, question: (fill: String, stroke: String),
    needless: (fill: String, stroke: String), needed: (fill: String, stroke: String)
  ) -> String {
    """
    .decision .paper { fill: \(paper); }
    .decision text { fill: \(text); }
    .decision .line { stroke: \(line); }
    .decision .head { fill: \(line); }
    .decision .question rect { fill: \(question.fill); stroke: \(question.stroke); }
    .decision .needless rect { fill: \(needless.fill); stroke: \(needless.stroke); }
    .decision .needed rect { fill: \(needed.fill); stroke: \(needed.stroke); }

    """
  }
}

/// Where a line of the tree is in the picture.
private struct Row {
  static let margin = 20
  static let height = 44
  static let gap = 14
  static let box = height - gap
  /// How far each question is to the right of the one before.
  static let indent = 36

  let line: DecisionTree.Line
  let top: Int

  init(_ line: DecisionTree.Line, number: Int) {
    self.line = line
    top = Self.margin + number * Self.height
  }

  var left: Int { Self.margin + line.depth * Self.indent }
  var right: Int { left + Self.width(of: line.text) }
  var middle: Int { top + Self.box / 2 }

  private var conclusionText: String? {
    line.conclusion.map { "\($0.number)  \($0.text)" }
  }

  /// Where the row ends when its conclusion begins at `ends`.
  func width(endingAt ends: Int) -> Int {
    conclusionText.map { ends + Self.width(of: $0) } ?? right
  }

  /// What a text takes with the space around it: a character of the font is 7.8 units wide, in most of them.
  private static func width(of text: String) -> Int { text.count * 8 + 20 }

  func shapes(endingAt ends: Int) -> String {
    let question = Self.box(line.text, at: left, top, class: "question")
    guard let text = conclusionText, let conclusion = line.conclusion else { return question }
    let kind = conclusion.isNeeded ? "needed" : "needless"
    return question + """
      <path class="line" d="M\(right) \(middle)H\(ends - 8)"/>
      <polygon class="head" points="\(ends),\(middle) \(ends - 9),\(middle - 5) \(ends - 9),\(middle + 5)"/>

      """ + Self.box(text, at: ends, top, class: kind)
  }

  private static func box(_ text: String, at left: Int, _ top: Int, class kind: String) -> String {
    """
    <g class="\(kind)"><rect x="\(left)" y="\(top)" width="\(width(of: text))" height="\(box)" rx="6"/>\
    <text x="\(left + 10)" y="\(top + 20)" xml:space="preserve">\(text)</text></g>

    """
  }
}
