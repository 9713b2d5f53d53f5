/// A reference as it is drawn: a line, its arrow, and what stands beside it.
struct PlacedEdge: Sendable {
  /// How the line goes from its start to its tip.
  enum Line: Sendable {
    case straight
    /// Along a circle, clockwise.
    case arc(radius: Double, isLarge: Bool)
    /// With two control points.
    case loop(Point, Point)
  }

  static let columnWidth = 7.4
  static let lineHeight = 16.0
  private static let columns = 34

  let edge: RetainGraph.Edge
  let labels: [String]
  var line = Line.straight
  var start = Point(x: 0, y: 0)
  var tip = Point(x: 0, y: 0)
  /// In which direction the arrow points, in radians.
  var direction = 0.0
  var middle = Point(x: 0, y: 0)
  /// In which direction the line goes at its middle.
  var middleDirection = 0.0
  /// How much of an arc is seen.
  var visibleLength = 0.0
  /// Where the label stands; of no height where there is none.
  var box: Rectangle

  init(_ edge: RetainGraph.Edge) {
    self.edge = edge
    var labels =
      edge.label.isEmpty ? [] : WrappedText.lines(edge.label, columns: Self.columns, most: 2)
    if let place = edge.place { labels.append(place) }
    self.labels = labels
    let lines = labels + [edge.cut].compactMap(\.self)
    box = Rectangle(
      center: Point(x: 0, y: 0),
      width: Double(lines.map(\.count).max() ?? 0) * Self.columnWidth,
      height: Double(lines.count) * Self.lineHeight)
  }

  /// Puts the label beside the middle, in this direction from it.
  mutating func putLabel(towards x: Double, _ y: Double) {
    let distance = (edge.cut == nil ? 10 : 16) + abs(x) * box.width / 2 + abs(y) * box.height / 2
    box.center = Point(x: middle.x + x * distance, y: middle.y + y * distance)
  }
}
