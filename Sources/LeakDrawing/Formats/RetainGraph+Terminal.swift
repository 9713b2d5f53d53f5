import LeakExplaining

extension RetainGraph {
  /// So many nodes fit on a screen.
  private static let mostOnScreen = 16

  /// The graph in boxes of characters; `nil` where it is too large for a screen.
  ///
  /// - Parameter columns: The width of a line.
  package func boxes(columns: Int = 80) -> String? {
    if nodes.count > Self.mostOnScreen { return nil }
    var parts: [String] = []
    for figure in figures {
      if let title = figure.title { parts.append(title + ":") }
      parts.append(lines(of: figure.chain, isRing: figure.isRing, columns: columns))
      for branch in figure.branches {
        parts.append("from \(nodes[branch.nodes[0]].text):")
        parts.append(lines(of: branch, isRing: false, columns: columns, skipsFirst: true))
      }
    }
    if let note { parts.append(note) }
    return parts.joined(separator: "\n") + "\n"
  }

  private func lines(
    of chain: Chain, isRing: Bool, columns: Int, skipsFirst: Bool = false
  ) -> String {
    let rail = isRing ? "│  " : ""
    let room = columns - rail.count - 4
    var lines: [String] = []
    for (position, node) in chain.nodes.enumerated() {
      if position > 0 || !skipsFirst {
        lines += box(nodes[node], columns: room)
      }
      guard position < chain.edges.count else { continue }
      let edge = edges[chain.edges[position]]
      let stroke = edge.cut != nil ? "╳" : edge.isSure ? "│" : "┆"
      let isLast = isRing && position + 1 == chain.edges.count
      let texts = [edge.label, edge.place ?? "", edge.cut.map { "✂ " + $0 } ?? ""]
        .filter { !$0.isEmpty }.map { ReportLine.shortened($0, to: room - 4) }
      lines += (texts.isEmpty ? [""] : texts).map {
        $0.isEmpty ? "  \(stroke)" : "  \(stroke) \($0)"
      }
      if !isLast { lines.append("  ▼") }
    }
    if !isRing { return lines.joined(separator: "\n") }
    lines.append("──╯")
    return lines.enumerated().map { index, line in
      switch index {
      case 0: "   " + line
      case 1: "╭─▶" + line
      case lines.count - 1: "╰──" + line.dropFirst(0)
      default: rail + line
      }
    }.joined(separator: "\n")
  }

  private func box(_ node: Node, columns: Int) -> [String] {
    let texts = [node.text, node.place].compactMap(\.self)
      .map { ReportLine.shortened($0, to: columns - 2) }
    let width = (texts.map(\.count).max() ?? 0) + 2
    let (corners, across, down): ([String], String, String) =
      switch (node.kind, node.isSubject) {
      case (.holder, _): (["╔", "╗", "╚", "╝"], "═", "║")
      case (.closure, _): (["╭", "╮", "╰", "╯"], "─", "│")
      case (.folded, _): (["┌", "┐", "└", "┘"], "┄", "┆")
      case (.object, true): (["┏", "┓", "┗", "┛"], "━", "┃")
      case (.object, false): (["┌", "┐", "└", "┘"], "─", "│")
      }
    let line = String(repeating: across, count: width)
    return [corners[0] + line + corners[1]]
      + texts.map {
        down + " " + $0 + String(repeating: " ", count: width - 1 - $0.count) + down
      } + [corners[2] + line + corners[3]]
  }
}
