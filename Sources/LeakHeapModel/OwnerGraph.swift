/// What leads to some objects by strong references, as a value: who owns them, and whose retains no reference explains.
///
/// The graph is read backwards, from the objects that are asked about to what keeps them. It goes no further than what a
/// root reaches.
package struct OwnerGraph: Sendable, Hashable {
  /// A block of memory that keeps things alive, or is kept.
  package struct Node: Sendable, Hashable {
    package var address: UInt
    /// Its first word.
    package var isa: UInt
    /// How many strong references it counts; `nil` for memory that does not count, and for what is never freed.
    package var retains: Int?
    /// How many strong references to it were found in objects.
    package var references: Int
    /// Whether a root reaches it.
    package var isReached: Bool
    /// Whether it does so only by words of which a value decides whether they are references.
    package var isReachedPerhaps: Bool

    package init(
      address: UInt, isa: UInt = 0, retains: Int?, references: Int, isReached: Bool = false,
      isReachedPerhaps: Bool = false
    ) {
      self.address = address
      self.isa = isa
      self.retains = retains
      self.references = references
      self.isReached = isReached
      self.isReachedPerhaps = isReachedPerhaps
    }

    /// How many retains no reference in an object explains.
    package var unexplained: Int { max(0, (retains ?? references) - references) }
  }

  /// A strong reference from one node to another.
  package struct Edge: Sendable, Hashable {
    package var source: Int
    package var target: Int
    /// Where it stands.
    package var slot: UInt

    package init(source: Int, target: Int, slot: UInt) {
      self.source = source
      self.target = target
      self.slot = slot
    }
  }

  package let nodes: [Node]
  package let edges: [Edge]

  private let incoming: EdgeIndex

  /// - Complexity: O(*n*) in the number of nodes and edges.
  package init(nodes: [Node], edges: [Edge]) {
    self.nodes = nodes
    self.edges = edges
    incoming = EdgeIndex(of: edges, by: \.target, nodeCount: nodes.count)
  }

  /// The edges that lead to `node`, by their position.
  package func edges(to node: Int) -> ArraySlice<Int> { incoming[node] }
}

extension OwnerGraph {
  /// The same without the edges that the counts refute.
  ///
  /// Where more references lead to a node than it has retains, some of them are none. A function that has not returned may still be
  /// making an object, and what it has not written yet are words of what was there before: `[await first(), await second()]` has its
  /// storage before the second element is known. No reference leads to such an object. Its edges are left out where the other
  /// references explain all retains of the node.
  ///
  /// - Complexity: O(*n*) in the number of nodes and edges.
  package func withoutRefutedEdges() -> OwnerGraph {
    var nodes = nodes
    var refuted: Set<Int> = []
    for (target, node) in nodes.enumerated() {
      guard let retains = node.retains, node.references > retains else { continue }
      let doubtful = edges(to: target).filter { self.nodes[edges[$0].source].mayBeUnmade }
      guard !doubtful.isEmpty, node.references - doubtful.count >= retains else { continue }
      nodes[target].references -= doubtful.count
      refuted.formUnion(doubtful)
    }
    if refuted.isEmpty { return self }
    return OwnerGraph(
      nodes: nodes, edges: edges.indices.filter { !refuted.contains($0) }.map { edges[$0] })
  }
}

extension OwnerGraph.Node {
  /// Whether nothing but a function that has not returned may have the object.
  fileprivate var mayBeUnmade: Bool { references == 0 && unexplained > 0 && !isReached }
}

// MARK: - Owners

extension OwnerGraph {
  /// Everything that keeps one node alive, as far as the references tell.
  package struct Owners: Sendable, Hashable {
    /// The node itself and all that leads to it, the nearest first.
    package var nodes: [Int] = []

    /// For each of ``nodes`` but the first the edge by which it leads on, to one nearer.
    fileprivate var ways: [Int: Int] = [:]

    /// Those of ``nodes`` with retains that no reference explains, the nearest first: somebody else owns them.
    package var unexplained: [Int] = []

    /// Those of ``nodes`` that a root reaches, the nearest first. The references from there are not a root's own.
    package var reached: [Int] = []

    /// The edges from `node`, which is one of ``nodes``, to the node that all this is about, in order.
    package func way(from node: Int, in graph: OwnerGraph) -> [Edge] {
      var way: [Edge] = []
      var node = node
      while let position = ways[node] {
        way.append(graph.edges[position])
        node = graph.edges[position].target
      }
      return way
    }
  }

  /// Everything that keeps `node` alive.
  ///
  /// - Complexity: O(*n*) in the number of nodes and edges that lead to it.
  package func owners(of node: Int) -> Owners {
    var owners = Owners(nodes: [node])
    var isKnown: Set<Int> = [node]
    var next = 0
    while next < owners.nodes.count {
      let current = owners.nodes[next]
      next += 1
      if nodes[current].isReached, current != node {
        owners.reached.append(current)
        continue
      }
      if nodes[current].unexplained > 0 { owners.unexplained.append(current) }
      for position in edges(to: current) {
        let source = edges[position].source
        guard isKnown.insert(source).inserted else { continue }
        owners.ways[source] = position
        owners.nodes.append(source)
      }
    }
    return owners
  }
}
