import CLeakBase
import CLeakHeapRoots
import LeakBase
import LeakHeapModel

/// Explains, in a copy of the process, who owns objects that no typed root reaches.
///
/// An object has owners among the objects, by typed references. Where one of them has more retains than references, the
/// words of the process say who may have the others. Where such a word is in a block of memory, that block has owners, too.
struct OwnerExplanation {
  /// Blocks of memory, one behind the other, through which a place without a type is told.
  static let mostRounds = 6

  /// Of the objects to which a longer way leads by one and the same trunk, the way to the first is told.
  static let mostHops = Int(CRT_TRUNK)

  let copy: ProcessCopy
  let places: PlaceReader
  /// What refers to each object that was asked about, by its type.
  private(set) var graphs: [OwnerGraph] = []
  /// The first graph that has a block, by its position, and the block's node there.
  private var nodes: [UInt: (graph: Int, node: Int)] = [:]
  /// The words in places without a type, by the address that they are.
  private(set) var hits: [UInt: [ProcessCopy.Hit]] = [:]
  var chains: [UInt: Chain?] = [:]
  /// The blocks to which ways are being looked for, each for the one before it.
  var pending = PendingBlocks()
  /// The threads that wait for answers, by the objects that are asked about.
  var askers: [UInt: Int32] = [:]
  /// What explains owners by themselves, by their addresses, since the last look: many works may have the same.
  private var explained: [UInt: Chain?] = [:]
  /// The best ways to the nodes of each graph, once they are known, and what the explanation of each of their sources is.
  var ways: [Int: (ways: OwnerGraph.BestWays, sources: [Chain?])] = [:]
  /// The graphs whose sources are being explained.
  var open: Set<Int> = []
  /// What leads to what nothing explains, once that is known.
  var referrers: [Int: [UInt]] = [:]

  init(_ places: PlaceReader) {
    self.places = places
    copy = places.copy
  }

  /// Asks the copy all that it takes to explain `targets`.
  mutating func look(for targets: [UInt]) throws(ProcessCopyError) {
    var open = targets
    explained = [:]
    for _ in 0..<Self.mostRounds where !open.isEmpty {
      try noteOwners(of: open.filter { nodes[$0] == nil && isTyped($0) })
      let asked = queries(about: open).filter { hits[$0] == nil }
      if asked.isEmpty { return }
      for address in asked { hits[address] = [] }
      for hit in try copy.words(leadingTo: asked.map(\.masked)) where !places.isKits(hit.block) {
        hits[hit.target, default: []].append(hit)
      }
      open = Set(asked.flatMap { hits[$0, default: []] }.compactMap(places.blockToAsk)).filter {
        nodes[$0] == nil && hits[$0] == nil
      }
    }
  }

  /// What explains a node, whichever work it is an owner of.
  mutating func knownExplanation(of node: Int, in graph: OwnerGraph) -> Chain? {
    let address = graph.nodes[node].address
    if let known = explained[address] { return known }
    let chain = explanation(of: node, in: graph, depth: 0)
    explained[address] = .some(chain)
    return chain
  }

  /// Whether something is known of the block's type, and of what refers to it: nothing is, strongly, to an object that ends.
  func isTyped(_ block: UInt) -> Bool { places.isTyped(block) && !places.hasBegunDeinit(block) }

  private mutating func noteOwners(of blocks: [UInt]) throws(ProcessCopyError) {
    if blocks.isEmpty { return }
    let graph = try places.reach.owners(of: blocks.map(\.masked))
    nodes.reserveCapacity(nodes.count + graph.nodes.count)
    for (index, node) in graph.nodes.enumerated() where nodes[node.address] == nil {
      nodes[node.address] = (graphs.count, index)
    }
    graphs.append(graph)
  }

  /// Of which addresses it is asked where else they are, to explain `blocks`.
  ///
  /// - Complexity: O(*n*) in the number of blocks, and of nodes and edges of their graphs.
  private func queries(about blocks: [UInt]) -> Set<UInt> {
    var asked: Set<UInt> = []
    var nodes: [Int: [Int]] = [:]
    for block in blocks {
      guard let (index, node) = node(at: block) else {
        asked.insert(block)
        continue
      }
      nodes[index, default: []].append(node)
    }
    for (index, nodes) in nodes {
      let graph = graphs[index]
      asked.formUnion(graph.unexplained(behind: nodes).lazy.map { graph.nodes[$0].address })
    }
    return asked
  }

  func node(at address: UInt) -> (graph: Int, node: Int)? { nodes[address] }
}
