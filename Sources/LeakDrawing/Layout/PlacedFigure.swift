import Foundation

/// A figure with places for all of its parts.
struct PlacedFigure: Sendable {
  var title: String?
  var nodes: [PlacedNode] = []
  var edges: [PlacedEdge] = []
  /// What the lines take up besides the boxes.
  var extents: [Rectangle] = []

  private static let gap = 34.0

  init(_ figure: RetainGraph.Figure, of graph: RetainGraph) {
    title = figure.title
    if figure.isRing {
      let attached = figure.branches.lazy.compactMap(\.nodes.first).first
        .flatMap(figure.chain.nodes.firstIndex)
      placeRing(figure.chain, of: graph, atBottom: attached)
      // Those of the first node go down from it.
      var start = Point(x: 0, y: 0)
      if let attached { start = nodes[attached].box.center }
      placeBranches(figure.branches, of: graph, from: start, node: attached)
    } else {
      placeChain(figure.chain, of: graph)
    }
  }

  /// The boxes of all that is drawn.
  var rectangles: [Rectangle] {
    nodes.map(\.frameBox) + edges.map(\.box).filter { $0.height > 0 } + extents
  }

  mutating func move(by offset: Point) {
    for index in nodes.indices { nodes[index].box = nodes[index].box.moved(by: offset) }
    for index in edges.indices {
      edges[index].start = edges[index].start.moved(by: offset)
      edges[index].tip = edges[index].tip.moved(by: offset)
      edges[index].middle = edges[index].middle.moved(by: offset)
      edges[index].box = edges[index].box.moved(by: offset)
      if case .loop(let first, let second) = edges[index].line {
        edges[index].line = .loop(first.moved(by: offset), second.moved(by: offset))
      }
    }
    extents = extents.map { $0.moved(by: offset) }
  }

  // MARK: Chains

  private mutating func placeChain(_ chain: RetainGraph.Chain, of graph: RetainGraph) {
    for node in chain.nodes { nodes.append(PlacedNode(graph.nodes[node])) }
    placeBelow(chain.edges, of: graph, nodes: Array(nodes.indices), from: nil)
  }

  /// Places the nodes below one another, each below the middle of the one before.
  private mutating func placeBelow(
    _ chain: [Int], of graph: RetainGraph, nodes order: [Int],
    from offset: (top: Double, x: Double)?
  ) {
    for (position, edge) in chain.enumerated() {
      let (source, target) = (order[position], order[position + 1])
      var placed = PlacedEdge(graph.edges[edge])
      let from = nodes[source].box
      let frame = nodes[source].frame
      let gap = max(Self.gap, placed.box.height + 22) + frame
      var top = from.maxY + gap
      var x = from.center.x
      if position == 0, let offset {
        top = max(top, offset.top)
        x = offset.x
      }
      nodes[target].box.center = Point(x: x, y: top + nodes[target].box.height / 2)
      placed.start = Point(x: from.center.x, y: from.maxY + frame)
      placed.tip = Point(x: x, y: top - 3)
      placed.direction = atan2(placed.tip.y - placed.start.y, placed.tip.x - placed.start.x)
      placed.middleDirection = placed.direction
      let part = from.center.x == x ? 0.5 : 0.7
      placed.middle = Point(
        x: placed.start.x + (placed.tip.x - placed.start.x) * part,
        y: placed.start.y + (placed.tip.y - placed.start.y) * part - 3)
      placed.putLabel(towards: 1, 0)
      edges.append(placed)
    }
  }

  private mutating func placeBranches(
    _ branches: [RetainGraph.Chain], of graph: RetainGraph, from start: Point, node: Int?
  ) {
    guard let node else { return }
    let bottom = rectangles.map(\.maxY).max() ?? 0
    // A branch is as wide as its widest box with the label beside it.
    let widths = branches.map { branch in
      2 * (branch.nodes.dropFirst().map { PlacedNode(graph.nodes[$0]).box.width / 2 }.max() ?? 0)
        + (branch.edges.map { PlacedEdge(graph.edges[$0]).box.width }.max() ?? 0)
    }
    var x = start.x
    if branches.count > 1 { x -= (widths.reduce(0, +) - widths[0]) / 2 }
    for (branch, width) in zip(branches, widths) {
      let first = nodes.count
      nodes += branch.nodes.dropFirst().map { PlacedNode(graph.nodes[$0]) }
      placeBelow(
        branch.edges, of: graph, nodes: [node] + Array(first..<nodes.count),
        from: (bottom + Self.gap, x))
      x += width + Self.gap
    }
  }
}
