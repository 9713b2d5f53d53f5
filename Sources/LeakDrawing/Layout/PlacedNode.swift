import LeakExplaining

/// A node with its place and the lines in it.
struct PlacedNode: Sendable {
  static let columnWidth = 8.0
  static let lineHeight = 17.0
  private static let columns = 30
  private static let mostLines = 3

  let node: RetainGraph.Node
  /// The name, and below it what else is known.
  let names: [String]
  let details: [String]
  var box: Rectangle

  /// How far the frame goes beyond the box.
  var frame: Double { node.kind == .holder ? 4 : 0 }

  /// The box with its frame.
  var frameBox: Rectangle {
    Rectangle(center: box.center, width: box.width + 2 * frame, height: box.height + 2 * frame)
  }

  init(_ node: RetainGraph.Node) {
    self.node = node
    let columns = Self.columns + (node.kind == .folded ? 12 : 0)
    names = WrappedText.lines(node.name, columns: columns, most: Self.mostLines)
    let label = node.label.map { "\"\($0)\"" }
    details = [label, node.place].compactMap(\.self).map {
      ReportLine.shortened($0, to: Self.columns + 8)
    }
    let widest = (names + details).map(\.count).max() ?? 0
    box = Rectangle(
      center: Point(x: 0, y: 0), width: max(72, Double(widest) * Self.columnWidth + 28),
      height: Double(names.count + details.count) * Self.lineHeight + 16)
  }
}
