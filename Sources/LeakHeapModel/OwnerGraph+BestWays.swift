extension OwnerGraph {
  /// A node that explains why others are alive.
  package struct Source: Sendable, Hashable {
    package var node: Int
    /// How much it says, the most first.
    package var rank: Int
    /// How many references lead to it from where its own explanation begins.
    package var hops: Int

    package init(node: Int, rank: Int, hops: Int) {
      self.node = node
      self.rank = rank
      self.hops = hops
    }
  }

  /// The best way to each node from one of several sources. All nodes share what is known of those before them.
  package struct BestWays: Sendable, Hashable {
    /// A node that a way leads to.
    fileprivate struct Stop: Sendable, Hashable {
      var source: Int
      /// The edge that the way comes by; `nil` for a source's own node.
      var edge: Int?
      var hops: Int
      /// The first node of the way, or, where it is long, the one that has as many hops as ``mostHops``.
      var trunk: Int
    }

    /// A way with no more hops has its end for its trunk.
    fileprivate let mostHops: Int
    fileprivate var stops: [Stop?]

    /// The source of the best way to `node`, by its position; `nil` where no source leads there.
    package func source(of node: Int) -> Int? { stops[node]?.source }

    /// What a long way to `node` has in common with others: ways with one trunk are the same up to that. `nil` where it is not
    /// long.
    package func trunk(of node: Int) -> Int? {
      stops[node].flatMap { $0.hops > mostHops ? $0.trunk : nil }
    }

    /// The edges from the source to `node`, in order.
    ///
    /// - Complexity: O(*n*) in their number.
    package func way(to node: Int, in graph: OwnerGraph) -> [Edge] {
      var way: [Edge] = []
      var node = node
      while let position = stops[node]?.edge {
        way.append(graph.edges[position])
        node = graph.edges[position].source
      }
      return way.reversed()
    }
  }

  /// The best way to each node from one of `sources`: of the lowest rank, then the shortest, from where its explanation begins. No
  /// way goes through a node that a root reaches, which explains itself.
  ///
  /// - Parameter mostHops: Longer ways have a trunk.
  /// - Complexity: O(*n* + *s* log *s*) in the number of nodes, edges and sources.
  package func bestWays(from sources: [Source], mostHops: Int) -> BestWays {
    var ways = BestWays(mostHops: mostHops, stops: Array(repeating: nil, count: nodes.count))
    let outgoing = EdgeIndex(of: edges, by: \.source, nodeCount: nodes.count)
    // Of equal ones the first counts.
    let order = sources.indices.sorted { left, right in
      (sources[left].rank, sources[left].hops, left)
        < (sources[right].rank, sources[right].hops, right)
    }
    var begin = 0
    while begin < order.count {
      let rank = sources[order[begin]].rank
      let end = order[begin...].firstIndex { sources[$0].rank != rank } ?? order.endIndex
      ways.extend(from: order[begin..<end], of: sources, in: self, outgoing)
      begin = end
    }
    return ways
  }

  /// The nodes with retains that no reference explains, among `targets` and all that leads to them, up to what a root reaches.
  ///
  /// - Complexity: O(*n*) in the number of nodes and edges.
  package func unexplained(behind targets: [Int]) -> [Int] {
    let all = owners(behind: targets)
    return all.nodes.enumerated().lazy.filter { index, node in
      nodes[node].unexplained > 0 && (index < all.targetCount || !nodes[node].isReached)
    }.map(\.element)
  }

  /// Each of `targets` once, and all that leads to them up to what a root reaches, the nearest first.
  package func owners(behind targets: [Int]) -> (nodes: [Int], targetCount: Int) {
    var isKnown = [Bool](repeating: false, count: nodes.count)
    var found: [Int] = []
    for target in targets where !isKnown[target] {
      isKnown[target] = true
      found.append(target)
    }
    let targetCount = found.count
    var next = 0
    while next < found.count {
      let current = found[next]
      defer { next += 1 }
      if next >= targetCount, nodes[current].isReached { continue }
      for position in edges(to: current) {
        let source = edges[position].source
        if isKnown[source] { continue }
        isKnown[source] = true
        found.append(source)
      }
    }
    return (found, targetCount)
  }
}

extension OwnerGraph.BestWays {
  /// Follows the edges from the sources at the positions `order`, which have one rank and are sorted by their hops.
  fileprivate mutating func extend(
    from order: ArraySlice<Int>, of sources: [OwnerGraph.Source], in graph: OwnerGraph,
    _ outgoing: OwnerGraph.EdgeIndex
  ) {
    var rest = order
    var arriving: [(node: Int, stop: Stop)] = []
    var hops = 0
    while !rest.isEmpty || !arriving.isEmpty {
      if arriving.isEmpty, let first = rest.first { hops = sources[first].hops }
      var level: [Int] = []
      // What explains itself as well as another does needs no other.
      while let first = rest.first, sources[first].hops == hops {
        rest.removeFirst()
        let node = sources[first].node
        if stops[node] != nil { continue }
        stops[node] = Stop(source: first, edge: nil, hops: hops, trunk: node)
        level.append(node)
      }
      for (node, stop) in arriving where stops[node] == nil {
        stops[node] = stop
        level.append(node)
      }
      arriving = []
      hops += 1
      for node in level {
        guard let from = stops[node] else { continue }
        for position in outgoing[node] {
          let target = graph.edges[position].target
          if stops[target] != nil || graph.nodes[target].isReached { continue }
          let trunk = hops > mostHops ? from.trunk : target
          arriving.append(
            (target, Stop(source: from.source, edge: position, hops: hops, trunk: trunk)))
        }
      }
    }
  }
}
