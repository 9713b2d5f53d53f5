import Foundation

extension PlacedFigure {
  /// Places a cycle on a circle, clockwise, as large as it takes for nothing to overlap. The first node is on top, or another one
  /// at the bottom.
  mutating func placeRing(
    _ chain: RetainGraph.Chain, of graph: RetainGraph, atBottom bottom: Int?
  ) {
    nodes = chain.nodes.map { PlacedNode(graph.nodes[$0]) }
    edges = chain.edges.map { PlacedEdge(graph.edges[$0]) }
    if nodes.count == 1 { return placeLoop() }
    let step = 2 * Double.pi / Double(nodes.count)
    let first = bottom.map { Double.pi / 2 - Double($0) * step } ?? -Double.pi / 2
    var radius = 70.0
    repeat {
      radius += 6
      place(on: radius, from: first, step: step)
    } while !isClear && radius < 20_000
    extents = [Rectangle(center: Point(x: 0, y: 0), width: 2 * radius, height: 2 * radius)]
  }

  /// A reference of an object to itself.
  private mutating func placeLoop() {
    let box = nodes[0].box
    let right = box.maxX
    edges[0].start = Point(x: right, y: -8)
    edges[0].tip = Point(x: right + 3, y: 8)
    edges[0].line = .loop(Point(x: right + 70, y: -60), Point(x: right + 70, y: 60))
    edges[0].direction = Double.pi + 0.65
    edges[0].middle = Point(x: right + 53, y: 0)
    edges[0].middleDirection = Double.pi / 2
    edges[0].putLabel(towards: 1, 0)
    extents = [Rectangle(center: Point(x: right + 30, y: 0), width: 60, height: 80)]
  }

  private mutating func place(on radius: Double, from first: Double, step: Double) {
    func point(_ angle: Double) -> Point {
      Point(x: radius * cos(angle), y: radius * sin(angle))
    }
    for index in nodes.indices { nodes[index].box.center = point(first + Double(index) * step) }
    // A step of about one unit.
    let fine = 1 / radius
    for index in edges.indices {
      let begin = first + Double(index) * step
      let (from, to) = (nodes[index].box, nodes[(index + 1) % nodes.count].box)
      var start = begin
      while start < begin + step, from.contains(point(start), margin: 0) { start += fine }
      var end = begin + step
      while end > begin, to.contains(point(end), margin: 4) { end -= fine }
      let middle = (start + end) / 2
      edges[index].start = point(start)
      edges[index].tip = point(end)
      edges[index].line = .arc(radius: radius, isLarge: end - start > Double.pi)
      // A chord's, not the tangent: the arrow is some units long.
      edges[index].direction = end + Double.pi / 2 - 5 * fine
      edges[index].middle = point(middle)
      edges[index].middleDirection = middle + Double.pi / 2
      edges[index].putLabel(towards: cos(middle), sin(middle))
      edges[index].visibleLength = (end - start) * radius
    }
  }

  /// Whether nothing overlaps, and every line is long enough to be seen.
  private var isClear: Bool {
    if edges.contains(where: { $0.visibleLength < ($0.edge.cut == nil ? 34 : 44) }) { return false }
    let boxes = nodes.map(\.box)
    let labels = edges.map(\.box).filter { $0.height > 0 }
    for (index, box) in boxes.enumerated() {
      if boxes[(index + 1)...].contains(where: { box.overlaps($0, margin: 14) }) { return false }
      if labels.contains(where: { box.overlaps($0, margin: 6) }) { return false }
    }
    for (index, label) in labels.enumerated() {
      if labels[(index + 1)...].contains(where: { label.overlaps($0, margin: 8) }) { return false }
    }
    return true
  }
}
