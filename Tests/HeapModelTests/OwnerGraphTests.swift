import LeakHeapModel
import LeakTesting
import SeededRandom
import TestOrder
import Testing

@Suite(.afterOthers, .leakFree) struct OwnerGraphTests {
  private static func graph(
    _ nodes: [OwnerGraph.Node], _ edges: [(source: Int, target: Int)]
  ) -> OwnerGraph {
    OwnerGraph(
      nodes: nodes,
      edges: edges.enumerated().map {
        OwnerGraph.Edge(source: $1.source, target: $1.target, slot: UInt(0x100 + $0))
      })
  }

  /// ```
  /// 3 → 2 → 1 → 0, 2 → 0; a root reaches 2, and somebody else owns 1
  /// ```
  @Test func `The owners are what leads to a node, up to what a root reaches`() {
    let nodes = [
      OwnerGraph.Node(address: 0x10, retains: 2, references: 2),
      OwnerGraph.Node(address: 0x20, retains: 3, references: 1),
      OwnerGraph.Node(address: 0x30, retains: 2, references: 1, isReached: true),
      OwnerGraph.Node(address: 0x40, retains: 1, references: 0),
    ]
    let graph = Self.graph(nodes, [(3, 2), (2, 1), (1, 0), (2, 0)])
    let owners = graph.owners(of: 0)
    #expect(owners.nodes == [0, 1, 2])
    #expect(owners.unexplained == [1])
    #expect(owners.reached == [2])
    #expect(owners.way(from: 2, in: graph) == [graph.edges[3]])
    #expect(owners.way(from: 0, in: graph) == [])
    // One that is asked about itself may be reached.
    let reached = graph.owners(of: 2)
    #expect(reached.nodes == [2, 3])
    #expect(reached.unexplained == [2, 3])
    #expect(reached.reached == [])
  }

  /// ```
  /// 0 ⇄ 1, 2 → 0; somebody has 2, and no reference leads there
  /// ```
  @Test func `What is still being made has edges that are none`() {
    func graph(_ retains: Int, holder: OwnerGraph.Node) -> OwnerGraph {
      let entry = OwnerGraph.Node(address: 0x10, retains: retains, references: 2)
      let other = OwnerGraph.Node(address: 0x20, retains: 1, references: 1)
      return Self.graph([entry, other, holder], [(0, 1), (1, 0), (2, 0)])
    }
    let array = OwnerGraph.Node(address: 0x30, retains: 1, references: 0)
    // The entry has one retain, which is the other's.
    let refuted = graph(1, holder: array).withoutRefutedEdges()
    #expect(refuted.edges == Array(graph(1, holder: array).edges.prefix(2)))
    #expect(refuted.nodes.map(\.references) == [1, 1, 0])
    #expect(refuted.owners(of: 0).unexplained == [])
    // It has a second one, which may be the array's.
    #expect(graph(2, holder: array).withoutRefutedEdges() == graph(2, holder: array))
    // What a reference leads to is made, and so is what a root reaches.
    var made = array
    made.references = 1
    #expect(graph(1, holder: made).withoutRefutedEdges() == graph(1, holder: made))
    made = array
    made.isReached = true
    #expect(graph(1, holder: made).withoutRefutedEdges() == graph(1, holder: made))
  }

  @Test func `Memory that does not count explains itself`() {
    #expect(OwnerGraph.Node(address: 0x10, retains: nil, references: 0).unexplained == 0)
    #expect(OwnerGraph.Node(address: 0x10, retains: 4, references: 1).unexplained == 3)
    // More references than retains: the process was changing.
    #expect(OwnerGraph.Node(address: 0x10, retains: 1, references: 4).unexplained == 0)
  }

  @Test func `Random graphs agree with a search of all ways`() {
    for seed in Rounds.seeds(2_000) {
      var generator = SplitMix64(seed: seed)
      let graph = Self.random(using: &generator)
      for node in graph.nodes.indices {
        let context = "seed \(seed), node \(node)"
        #expect(
          graph.edges(to: node).sorted()
            == graph.edges.indices.filter { graph.edges[$0].target == node })
        let owners = graph.owners(of: node)
        let distances = graph.distances(to: node)
        #expect(owners.nodes.first == node, "\(context)")
        #expect(owners.nodes.map { distances[$0] } == distances.compactMap(\.self).sorted())
        #expect(
          Set(owners.nodes) == Set(graph.nodes.indices.filter { distances[$0] != nil }),
          "\(context)")
        func isOther(_ owner: Int) -> Bool { owner != node && graph.nodes[owner].isReached }
        #expect(owners.reached == owners.nodes.filter(isOther), "\(context)")
        #expect(
          owners.unexplained
            == owners.nodes.filter { !isOther($0) && graph.nodes[$0].unexplained > 0 },
          "\(context)")
        for owner in owners.nodes {
          let way = owners.way(from: owner, in: graph)
          #expect(way.count == distances[owner], "\(context)")
          #expect(way.map(\.source) + [node] == [owner] + way.map(\.target), "\(context)")
          #expect(way.allSatisfy(graph.edges.contains), "\(context)")
        }
      }
    }
  }

  /// Each rank is that of a source or of none, by its node; and how far the sources are from where their explanation begins.
  @Test func `The best ways agree with a search from each node`() {
    for seed in Rounds.seeds(2_000) {
      var generator = SplitMix64(seed: seed)
      let graph = Self.random(using: &generator)
      let sources = graph.nodes.indices.filter {
        graph.nodes[$0].isReached || graph.nodes[$0].unexplained > 0
      }.map { node in
        OwnerGraph.Source(
          node: node, rank: .random(in: 0...2, using: &generator),
          hops: .random(in: 0...3, using: &generator))
      }
      let most = Int.random(in: 0...4, using: &generator)
      let ways = graph.bestWays(from: sources, mostHops: most)
      #expect(
        graph.unexplained(behind: Array(graph.nodes.indices))
          == graph.nodes.indices.filter { graph.nodes[$0].unexplained > 0 })
      for node in graph.nodes.indices where !graph.nodes[node].isReached {
        let context = "seed \(seed), node \(node)"
        let owners = graph.owners(of: node)
        #expect(Set(graph.unexplained(behind: [node])) == Set(owners.unexplained), "\(context)")
        #expect(graph.owners(behind: [node]).nodes == owners.nodes, "\(context)")
        let known = sources.filter { (owners.unexplained + owners.reached).contains($0.node) }
        let best = known.map { source in
          [source.rank, source.hops + owners.way(from: source.node, in: graph).count]
        }.min { $0.lexicographicallyPrecedes($1) }
        guard let source = ways.source(of: node).map({ sources[$0] }) else {
          #expect(best == nil, "\(context)")
          continue
        }
        let way = ways.way(to: node, in: graph)
        #expect(best == [source.rank, source.hops + way.count], "\(context)")
        #expect(way.map(\.source) + [node] == [source.node] + way.map(\.target), "\(context)")
        let stops = way.map(\.source) + [node]
        let trunk = source.hops + way.count > most ? stops[max(0, most - source.hops)] : nil
        #expect(ways.trunk(of: node) == trunk, "\(context)")
      }
    }
  }

  /// A graph of up to ten nodes, from sparse to dense.
  private static func random(using generator: inout SplitMix64) -> OwnerGraph {
    let count = Int.random(in: 1...10, using: &generator)
    let nodes = (0..<count).map { node in
      OwnerGraph.Node(
        address: UInt(0x1000 + 16 * node),
        retains: Int.random(in: 0...4, using: &generator) == 0
          ? nil : .random(in: 0...4, using: &generator),
        references: .random(in: 0...3, using: &generator),
        isReached: Int.random(in: 0...3, using: &generator) == 0)
    }
    let edges = (0..<Int.random(in: 0...(2 * count), using: &generator)).map { _ in
      (Int.random(in: 0..<count, using: &generator), Int.random(in: 0..<count, using: &generator))
    }
    return graph(nodes, edges)
  }
}

extension OwnerGraph {
  /// The number of edges on the shortest way from each node to `target` that leads through nothing a root reaches; `nil`
  /// where there is none. By relaxing all edges until nothing changes.
  fileprivate func distances(to target: Int) -> [Int?] {
    var distances = [Int?](repeating: nil, count: nodes.count)
    distances[target] = 0
    for _ in nodes {
      for edge in edges where edge.target == target || !nodes[edge.target].isReached {
        guard let rest = distances[edge.target] else { continue }
        distances[edge.source] = min(distances[edge.source] ?? .max, rest + 1)
      }
    }
    return distances
  }
}
