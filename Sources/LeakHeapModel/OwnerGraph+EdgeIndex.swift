extension OwnerGraph {
  /// The edges at each node, by their positions: those that lead there, or those that lead from there.
  struct EdgeIndex: Sendable, Hashable {
    /// Those of a node are `order[first[node]..<first[node + 1]]`.
    private let first: [Int]
    private let order: [Int]

    /// - Parameter end: The node of an edge that has it.
    /// - Complexity: O(*n*) in the number of nodes and edges.
    init(of edges: [Edge], by end: (Edge) -> Int, nodeCount: Int) {
      var first = [Int](repeating: 0, count: nodeCount + 1)
      for edge in edges { first[end(edge) + 1] += 1 }
      for node in 0..<nodeCount { first[node + 1] += first[node] }
      var next = first
      var order = [Int](repeating: 0, count: edges.count)
      for (position, edge) in edges.enumerated() {
        order[next[end(edge)]] = position
        next[end(edge)] += 1
      }
      self.first = first
      self.order = order
    }

    subscript(node: Int) -> ArraySlice<Int> { order[first[node]..<first[node + 1]] }
  }
}
