/// A graph with a place for everything: its figures in rows.
struct Picture: Sendable {
  private static let margin = 24.0
  private static let gap = 56.0
  private static let mostWidth = 800.0
  private static let titleHeight = 30.0

  private(set) var figures: [PlacedFigure]
  /// Where the titles stand, by their middles.
  private(set) var titles: [(text: String, place: Point)] = []
  private(set) var width = 0.0
  private(set) var height = 0.0

  init(_ graph: RetainGraph) {
    figures = graph.figures.map { PlacedFigure($0, of: graph) }
    var left = Self.margin
    var top = Self.margin
    var row: [Int] = []
    var bottom = top
    for index in figures.indices {
      let size = Self.bounds(of: figures[index])
      if !row.isEmpty, left + size.width > Self.mostWidth {
        left = Self.margin
        top = bottom + Self.gap
        row = []
      }
      let head = figures[index].title == nil ? 0 : Self.titleHeight
      figures[index].move(by: Point(x: left - size.minX, y: top + head - size.minY))
      if let title = figures[index].title {
        titles.append((title, Point(x: left + size.width / 2, y: top + 14)))
      }
      row.append(index)
      left += size.width + Self.gap
      bottom = max(bottom, top + head + size.height)
      width = max(width, left - Self.gap + Self.margin)
    }
    height = bottom + Self.margin
    if let note = graph.note {
      titles.append((note, Point(x: width / 2, y: height)))
      height += Self.titleHeight
      width = max(width, Double(note.count) * PlacedNode.columnWidth + 2 * Self.margin)
    }
  }

  private static func bounds(of figure: PlacedFigure) -> Rectangle {
    let rectangles = figure.rectangles
    let left = rectangles.map(\.minX).min() ?? 0
    let right = rectangles.map(\.maxX).max() ?? 0
    let top = rectangles.map(\.minY).min() ?? 0
    let bottom = rectangles.map(\.maxY).max() ?? 0
    let least = Double(figure.title?.count ?? 0) * PlacedNode.columnWidth
    return Rectangle(
      center: Point(x: (left + right) / 2, y: (top + bottom) / 2), width: max(right - left, least),
      height: bottom - top)
  }
}
