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
  private static let mostRounds = 6

  /// Of the objects to which a longer way leads by one and the same trunk, the way to the first is told.
  private static let mostHops = Int(CRT_TRUNK)

  private let copy: ProcessCopy
  private let places: PlaceReader
  /// What refers to each object that was asked about, by its type.
  private var graphs: [OwnerGraph] = []
  /// The first graph that has a block, by its position, and the block's node there.
  private var nodes: [UInt: (graph: Int, node: Int)] = [:]
  /// The words in places without a type, by the address that they are.
  private var hits: [UInt: [ProcessCopy.Hit]] = [:]
  private var chains: [UInt: Chain?] = [:]
  /// The best ways to the nodes of each graph, once they are known, and what the explanation of each of their sources is.
  private var ways: [Int: (ways: OwnerGraph.BestWays, sources: [Chain?])] = [:]
  /// The graphs whose sources are being explained.
  private var open: Set<Int> = []
  /// What leads to what nothing explains, once that is known.
  private var referrers: [Int: [UInt]] = [:]

  init(_ places: PlaceReader) {
    self.places = places
    copy = places.copy
  }

  /// Asks the copy all that it takes to explain `targets`.
  mutating func look(for targets: [UInt]) throws(ProcessCopyError) {
    var open = targets
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

  /// Whether something is known of the block's type.
  private func isTyped(_ block: UInt) -> Bool { places.isTyped(block) }

  private mutating func noteOwners(of blocks: [UInt]) throws(ProcessCopyError) {
    if blocks.isEmpty { return }
    let graph = try copy.owners(of: blocks.map(\.masked))
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

  private func node(at address: UInt) -> (graph: Int, node: Int)? { nodes[address] }
}

// MARK: - Answers

extension OwnerExplanation {
  /// What the search says of the object at `target`.
  mutating func answer(on target: UInt) -> FoundAnswer {
    guard let (index, node) = node(at: target) else { return .unread }
    let graph = graphs[index]
    if graph.nodes[node].isReached {
      let owners = graph.owners(of: node)
      if owners.unexplained.isEmpty, owners.reached.isEmpty {
        return .unreached(referrers: owners.nodes.dropFirst().map { graph.nodes[$0].address })
      }
    } else if bestWays(inGraph: index, depth: 0)?.ways.source(of: node) == nil {
      return .unreached(referrers: referrers(inGraph: index))
    }
    guard let found = chain(to: target, depth: 0) else {
      return .unknown("its owner was not found")
    }
    // Only words that are left from before lead there.
    if leadsThroughKit(found) {
      return .unknown("what holds it changed while it was looked at")
    }
    let chain = withRunningClosure(found)
    let way = FoundWay(
      root: chain.root, rootSlot: chain.rootSlot, hops: chain.hops, target: target,
      grade: chain.grade, outlivesTest: chain.outlivesTest, variable: chain.variable,
      task: story(of: chain))
    return chain.isLost ? .lost(way) : .held(way)
  }

  /// Who can end the work at an address that was asked about, but for itself: what else leads to it by places that are known, and for a
  /// child task its parent, which can cancel it.
  mutating func enders(of work: UInt) -> WorkEnders {
    var enders = WorkEnders()
    if places.type(of: work)?.kind == .task,
      let parent = CopiedTask.parent(ofTaskAt: work, in: copy)
    {
      enders.work.insert(parent)
    }
    guard let (index, node) = node(at: work) else { return enders }
    let graph = graphs[index]
    let owners = graph.owners(of: node)
    enders.haveRoot = !owners.reached.isEmpty
    for owner in owners.unexplained where owner != node {
      note(explanation(of: owner, in: graph, depth: 0), in: &enders)
    }
    for hit in hits[work, default: []] { note(chain(by: hit, depth: 0), in: &enders) }
    enders.work.remove(work)
    return enders
  }

  private func note(_ chain: Chain?, in enders: inout WorkEnders) {
    guard let chain, chain.grade.isNamedFlatly, !chain.isLost else { return }
    if chain.root != .object {
      enders.haveRoot = true
    } else if let work = chain.hops.first?.block {
      enders.work.insert(work)
    }
  }

  private func leadsThroughKit(_ chain: Chain) -> Bool {
    chain.hops.contains { places.isKits($0.block) }
  }

  /// What a long way to the object at `target` has in common with others: the same for all that are told alike, but for their last
  /// references. `nil` where it is not long.
  mutating func trunk(of target: UInt) -> UInt? {
    guard let (index, node) = node(at: target) else { return nil }
    let graph = graphs[index]
    if graph.nodes[node].isReached { return nil }
    return bestWays(inGraph: index, depth: 0)?.ways.trunk(of: node).map { graph.nodes[$0].address }
  }

  /// The references that lead to the object at `target` from where its explanation begins; none where it explains itself, or where that
  /// is not asked.
  mutating func steps(to target: UInt) -> [AlikeWays.Step] {
    // Others are memory, and few.
    guard let (index, node) = node(at: target), index == 0, !graphs[index].nodes[node].isReached,
      let ways = bestWays(inGraph: index, depth: 0)?.ways
    else { return [] }
    let graph = graphs[index]
    return ways.way(to: node, in: graph).map { edge in
      AlikeWays.Step(
        block: graph.nodes[edge.source].address, slot: edge.slot,
        target: graph.nodes[edge.target].address)
    }
  }

  /// The best ways to all nodes of a graph; `nil` while its sources are being explained.
  private mutating func bestWays(
    inGraph index: Int, depth: Int
  ) -> (ways: OwnerGraph.BestWays, sources: [Chain?])? {
    if let known = ways[index] { return known }
    guard open.insert(index).inserted else { return nil }
    let graph = graphs[index]
    var sources: [OwnerGraph.Source] = []
    var explained: [Chain?] = []
    for (node, block) in graph.nodes.enumerated()
    where block.isReached || block.unexplained > 0 {
      let chain = explanation(of: node, in: graph, depth: depth)
      explained.append(chain)
      sources.append(
        OwnerGraph.Source(node: node, rank: chain?.merit ?? .max, hops: chain?.hops.count ?? 0))
    }
    let found = (ways: graph.bestWays(from: sources, mostHops: Self.mostHops), sources: explained)
    ways[index] = found
    open.remove(index)
    return found
  }

  /// What explains a node that a root reaches, or that has retains which no reference explains.
  private mutating func explanation(of node: Int, in graph: OwnerGraph, depth: Int) -> Chain? {
    let address = graph.nodes[node].address
    if graph.nodes[node].isReached { return rooted(address) }
    let work = places.work(at: address).map(Chain.work)
    let hit = bestHit(on: address, depth: depth)
    guard let work, let hit else { return work ?? hit }
    return hit.order < work.order ? hit : work
  }

  /// The nodes of a graph from which no source leads on, and to which none leads, the nearest to what was asked first.
  private mutating func referrers(inGraph index: Int) -> [UInt] {
    if let known = referrers[index] { return known }
    let graph = graphs[index]
    let ways = bestWays(inGraph: index, depth: 0)?.ways
    let found = graph.nodes.indices.filter { ways?.source(of: $0) == nil }
      .map { graph.nodes[$0].address }
    referrers[index] = found
    return found
  }

  /// How far the task is that a way begins at.
  private func story(of chain: Chain) -> TaskStory? {
    var story = chain.hops.first.flatMap { places.story(ofTask: $0.block) }
    story?.isTaskLocal = chain.isTaskLocal
    return story
  }

  /// A way that begins in a variable, and leads through a closure that the thread is running, begins with that closure.
  private func withRunningClosure(_ chain: Chain) -> Chain {
    guard let thread = chain.thread else { return chain }
    let slots = (chain.rootSlot.map { [$0] } ?? []) + chain.hops.map(\.slot)
    for (hop, slot) in slots.enumerated().reversed() {
      guard let code = copy.word(at: slot &- 8), isCode(code), let context = copy.word(at: slot),
        let running = places.runningPlace(of: [code], context: context, on: thread)
      else { continue }
      var result = chain
      result.root = running.root
      // Whoever calls a closure has its context, however that is known to be.
      result.hops = Array(chain.hops.dropFirst(hop - (chain.rootSlot == nil ? -1 : 0)))
      result.rootSlot = slot
      result.grade = running.grade
      for hop in result.hops where !isTyped(hop.block) {
        result.grade = result.grade.followed(by: .mayOwn)
      }
      result.variable = nil
      result.outlivesTest = false
      return result
    }
    return chain
  }

  /// A way to a block, and how good an explanation it is.
  private struct Chain {
    var root: Root
    var rootSlot: UInt?
    var hops: [FoundWay.Hop] = []
    var grade = EvidenceGrade.typedReference
    var outlivesTest = false
    var variable: LocalVariable?
    var isTaskLocal = false
    /// The thread on whose stack it begins.
    var thread: Int?
    /// Whether no word explains a retain of the first block.
    var isLost = false
    /// Whether it begins with a task that waits for another one, which says more.
    var waitsForTask = false
    /// How much the place says, the most first.
    var rank: Int

    static func work(_ work: PlaceReader.Place) -> Chain {
      Chain(root: .object, waitsForTask: work.waitsForTask, rank: work.rank)
    }

    /// The chain that goes on from `block` by the word at `slot`.
    func continued(from block: UInt, by slot: UInt, grade: EvidenceGrade) -> Chain {
      var chain = self
      chain.hops.append(FoundWay.Hop(block: block, slot: slot))
      chain.grade = chain.grade.followed(by: grade)
      return chain
    }

    var order: (Int, Int, Int) { (rank, waitsForTask ? 1 : 0, hops.count) }

    /// The same order without the number of hops.
    var merit: Int { rank * 2 + (waitsForTask ? 1 : 0) }
  }

  /// The best way to `block`; `nil` where it leads in a circle, or nowhere.
  private mutating func chain(to block: UInt, depth: Int) -> Chain? {
    if let known = chains[block] { return known }
    // What leads back here is no explanation.
    chains[block] = .some(nil)
    let chain = depth > Self.mostRounds ? nil : bestChain(to: block, depth: depth)
    chains[block] = .some(chain)
    return chain
  }

  private mutating func bestChain(to block: UInt, depth: Int) -> Chain? {
    guard let (index, node) = node(at: block) else {
      return bestHit(on: block, depth: depth)
    }
    let graph = graphs[index]
    if !graph.nodes[node].isReached, let (ways, sources) = bestWays(inGraph: index, depth: depth) {
      guard let source = ways.source(of: node), var chain = sources[source] else { return nil }
      for edge in ways.way(to: node, in: graph) {
        chain = chain.continued(
          from: graph.nodes[edge.source].address, by: edge.slot, grade: .typedReference)
      }
      return chain
    }
    let owners = graph.owners(of: node)
    var best: Chain?
    func offer(_ chain: Chain?, from owner: Int) {
      guard var chain else { return }
      for edge in owners.way(from: owner, in: graph) {
        chain = chain.continued(
          from: graph.nodes[edge.source].address, by: edge.slot, grade: .typedReference)
      }
      if best.map({ chain.order < $0.order }) ?? true { best = chain }
    }
    for owner in owners.reached { offer(rooted(graph.nodes[owner].address), from: owner) }
    for owner in owners.unexplained {
      let address = graph.nodes[owner].address
      offer(places.work(at: address).map(Chain.work), from: owner)
      offer(bestHit(on: address, depth: depth), from: owner)
    }
    return best
  }

  /// What a root keeps, and work inside that waits to be done.
  private func rooted(_ address: UInt) -> Chain? {
    guard let way = try? copy.ways(to: [address.masked])[0], let first = way.first else {
      return nil
    }
    var chain = Chain(root: places.root(atVariable: first.slot), rootSlot: first.slot, rank: 1)
    for step in way.dropFirst() {
      chain = chain.continued(from: step.block, by: step.slot, grade: .typedReference)
    }
    return chain
  }

  /// The best of the words that explain a retain of `block`, or that nothing does.
  private mutating func bestHit(on block: UInt, depth: Int) -> Chain? {
    var best: Chain?
    for hit in hits[block, default: []] {
      guard let chain = chain(by: hit, depth: depth) else { continue }
      if best.map({ chain.order < $0.order }) ?? true { best = chain }
    }
    if best == nil, isTyped(block) { best = Chain(root: .object, isLost: true, rank: 100) }
    return best
  }

  private mutating func chain(by hit: ProcessCopy.Hit, depth: Int) -> Chain? {
    let isRuntimes = ([hit] + hits[hit.block, default: []]).contains(where: places.isRuntimes)
    if isRuntimes { return nil }
    let place = places.place(of: hit, codes: codes(ofClosureAt: hit.target))
    guard place.grade.isNamed else { return nil }
    var found = chain(to: place, by: hit, depth: depth)
    if let variable = place.variable { found?.variable = variable }
    if place.isTaskLocal { found?.isTaskLocal = true }
    return found
  }

  /// The code of the closures whose context, or block, is at `target`: in a function value, it stands before the context.
  private func codes(ofClosureAt target: UInt) -> [UInt] {
    switch places.type(of: target)?.kind {
    case .block:
      return [copy.word(at: target &+ UInt(crt_fact_block_captures()))].compactMap(\.self).filter(
        isCode)
    case .closureContext, .box: break
    default: return []
    }
    var slots = hits[target, default: []].map(\.slot)
    if let (index, node) = node(at: target) {
      slots += graphs[index].edges(to: node).map { graphs[index].edges[$0].slot }
    }
    return slots.compactMap { copy.word(at: $0 &- 8) }.filter(isCode)
  }

  private func isCode(_ word: UInt) -> Bool { copy.compiler.map.isCode(Address(word)) }

  private mutating func chain(
    to place: PlaceReader.Place, by hit: ProcessCopy.Hit, depth: Int
  ) -> Chain? {
    guard hit.block != 0 else {
      var chain = Chain(
        root: place.root, rootSlot: hit.slot, grade: place.grade,
        outlivesTest: place.outlivesTest, rank: place.rank)
      switch hit.place {
      case .stack(let thread), .threadLocal(let thread), .threadValue(let thread):
        chain.thread = thread
      default: break
      }
      return chain
    }
    // What is in the memory of a task's is the task's.
    let block = places.tasks.task(ofFramesAt: hit.slot, in: hit.block) ?? hit.block
    if let work = places.work(at: block, by: hit) {
      var chain = Chain.work(work)
      chain.rank = max(chain.rank, place.rank)
      return chain.continued(from: block, by: hit.slot, grade: place.grade)
    }
    guard var outer = self.chain(to: hit.block, depth: depth + 1), !outer.isLost else {
      // Who has the memory is not known.
      return Chain(
        root: .mapping, grade: place.grade.followed(by: .mayOwn),
        rank: max(place.rank, PlaceReader.Place.unknownMemoryRank)
      )
      .continued(from: hit.block, by: hit.slot, grade: place.grade)
    }
    // A list of the kit's, which has addresses, holds nothing. Where arrays are not read it looks like memory.
    if leadsThroughKit(outer) { return nil }
    outer.rank = max(outer.rank, place.rank)
    return outer.continued(from: hit.block, by: hit.slot, grade: place.grade)
  }
}
