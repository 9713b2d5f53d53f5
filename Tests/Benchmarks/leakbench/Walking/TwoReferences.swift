/// Nodes of two references each: one to the next, one to any.
final class TwoReferences: WalkedGraph {
  /// The limit knows this layout.
  final class Node {
    var next: Node?
    var any: Node?
  }

  private let nodes: [Node]

  init(objects count: Int) {
    nodes = (0..<count).map { _ in Node() }
    var scatter = Scatter()
    for position in nodes.indices {
      nodes[position].next = nodes[(position + 1) % count]
      nodes[position].any = nodes[scatter.next(below: count)]
    }
  }

  var root: AnyObject { nodes[0] }
}
