import CLeakBase
import LeakBase
import LeakHeapModel
import LeakHeapReading
import LeakSymbolication

extension OwnerExplanation {
  /// A way to a block, and how good an explanation it is.
  struct Chain {
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
    /// Whether it begins in a variable that outlives the test, and all its steps are known.
    var isRooted = false
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
      chain.isRooted = chain.isRooted && grade.isNamedFlatly
      return chain
    }

    var order: (Int, Int, Int) { (rank, waitsForTask ? 1 : 0, hops.count) }

    /// The same order without the number of hops.
    var merit: Int { rank * 2 + (waitsForTask ? 1 : 0) }
  }

  /// The best ways to all nodes of a graph; `nil` while its sources are being explained.
  mutating func bestWays(
    inGraph index: Int, depth: Int
  ) -> (ways: OwnerGraph.BestWays, sources: [Chain?])? {
    if let known = ways[index] { return known }
    guard open.insert(index).inserted else { return nil }
    let graph = graphs[index]
    var sources: [(source: OwnerGraph.Source, chain: Chain?, codes: [UInt])] = []
    for (node, block) in graph.nodes.enumerated()
    where block.isReached || block.unexplained > 0 {
      let chain = explanation(of: node, in: graph, depth: depth)
      let source = OwnerGraph.Source(
        node: node, rank: chain?.merit ?? .max, hops: chain?.hops.count ?? 0)
      sources.append((source, chain, chain.map { codes(of: $0, to: block.address) } ?? []))
    }
    // Addresses differ from run to run. Of equal ones the first counts.
    let order = sources.indices.sorted { left, right in
      sources[left].codes == sources[right].codes
        ? left < right : sources[left].codes.lexicographicallyPrecedes(sources[right].codes)
    }
    let found = (
      ways: graph.bestWays(from: order.map { sources[$0].source }, mostHops: Self.mostHops),
      sources: order.map { sources[$0].chain }
    )
    ways[index] = found
    open.remove(index)
    return found
  }

  /// What explains a node that a root reaches, or that has retains which no reference explains.
  mutating func explanation(of node: Int, in graph: OwnerGraph, depth: Int) -> Chain? {
    let address = graph.nodes[node].address
    if graph.nodes[node].isReached { return rooted(address) }
    let work = places.work(at: address).map(Chain.work)
    let hit = bestHit(on: address, depth: depth)
    guard let work, let hit else { return work ?? hit }
    return hit.order < work.order ? hit : work
  }

  /// The best way to `block`; `nil` where it leads in a circle, or nowhere.
  mutating func chain(to block: UInt, depth: Int) -> Chain? {
    if let known = chains[block] { return known }
    // What leads back here is no explanation.
    guard pending.begin(block, depth: depth, most: Self.mostRounds) else { return nil }
    let chain = bestChain(to: block, depth: depth)
    // Where that was met, the way may be another one when it is looked for from elsewhere.
    if pending.end() { chains[block] = .some(chain) }
    return chain
  }

  private mutating func bestChain(to block: UInt, depth: Int) -> Chain? {
    guard let (index, node) = node(at: block) else {
      return bestHit(on: block, depth: depth)
    }
    let graph = graphs[index]
    // Of what has the block, a root says most, where it is sure to.
    if depth > 0, graph.nodes[node].isReached, let chain = rooted(block, surely: true) {
      return chain
    }
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
  ///
  /// - Parameter isSure: Whether only references count that no value decides on.
  private func rooted(_ address: UInt, surely isSure: Bool = false) -> Chain? {
    guard let way = try? copy.ways(to: [address.masked])[0], let first = way.first,
      !isSure || !way.contains(where: \.isMaybe)
    else { return nil }
    var chain = Chain(root: places.root(atVariable: first.slot), rootSlot: first.slot, rank: 1)
    chain.isRooted = true
    for step in way.dropFirst() {
      chain = chain.continued(from: step.block, by: step.slot, grade: .typedReference)
    }
    return chain
  }

  /// The best of the words that explain a retain of `block`, or that nothing does.
  private mutating func bestHit(on block: UInt, depth: Int) -> Chain? {
    var best: Chain?
    let hits = hits[block, default: []]
    let sideways = hits.filter(isSideways)
    for hits in [sideways.isEmpty ? hits : hits.filter { !isSideways($0) }, sideways]
    where best == nil {
      for hit in hits {
        guard let chain = chain(by: hit, depth: depth) else { continue }
        if best.map({ isBetter(chain, than: $0, for: block) }) ?? true { best = chain }
      }
    }
    if best == nil, isTyped(block) { best = Chain(root: .object, isLost: true, rank: 100) }
    return best
  }

  /// Whether a way to the block says more than another one. Of two of a kind the order in which they are met differs from run to run.
  private func isBetter(_ chain: Chain, than other: Chain, for block: UInt) -> Bool {
    if chain.order != other.order { return chain.order < other.order }
    let areAskers = (isAskers(chain, block), isAskers(other, block))
    if areAskers.0 != areAskers.1 { return areAskers.0 }
    return codes(of: chain, to: block).lexicographicallyPrecedes(codes(of: other, to: block))
  }

  /// What tells a way from others of its kind in each run: the code of the function that has the variable, and of the closure that the way
  /// begins with; then at which offsets the words of the way are.
  private func codes(of chain: Chain, to block: UInt) -> [UInt] {
    let codes = chain.variable.map { [$0.code] } ?? []
    let work = chain.root == .object ? self.codes(ofWork: chain.hops.first?.block ?? block) : []
    return codes + work + chain.hops.map { $0.slot &- $0.block }
  }

  /// The code of the closure that a task runs, or that a block is. Where that is a thunk, the closure is in its context, behind the types
  /// that the thunk is for.
  private func codes(ofWork block: UInt) -> [UInt] {
    switch places.type(of: block)?.kind {
    case .task:
      guard let task = CopiedTask(at: block, in: copy), let code = task.closureCode else {
        return []
      }
      let context = task.closureContext.map { $0 &+ UInt(TypeMetadata.headerSize) } ?? 0
      let words = stride(from: context, to: context &+ 32, by: 8).compactMap(copy.word)
      // Addresses of objects differ from run to run.
      return [code] + words.filter { LoadedImage(at: $0) != nil }
    case .block: return codes(ofClosureAt: block)
    default: return []
    }
  }

  /// Whether the way begins on the stack of the thread that asks about the block: what another thread has there is left over rather.
  private func isAskers(_ chain: Chain, _ block: UInt) -> Bool {
    guard let asker = askers[block], let thread = chain.thread else { return false }
    return places.thread(thread).id == asker
  }

  /// Whether one of Core Foundation's own objects refers to another one: a timer has its run loop so, and does not keep it nor what that
  /// is to do. What such an object owns it has in its collections, as a rule.
  ///
  /// Source: `struct __CFRunLoopTimer` in swift-corelibs-foundation's CFRunLoop.c.
  private func isSideways(_ hit: ProcessCopy.Hit) -> Bool {
    let name = "Foundation.__NSCFType"
    return hit.block != 0 && places.type(of: hit.block)?.name == name
      && places.type(of: hit.target)?.name == name
  }

  mutating func chain(by hit: ProcessCopy.Hit, depth: Int) -> Chain? {
    let isRuntimes = ([hit] + hits[hit.block, default: []]).contains(where: places.isRuntimes)
    if isRuntimes { return nil }
    let place = places.place(of: hit, codes: codes(ofClosureAt: hit.target))
    guard place.grade.isNamed else { return nil }
    var found = chain(to: place, by: hit, depth: depth)
    if let variable = place.variable { found?.variable = variable }
    if place.isTaskLocal { found?.isTaskLocal = true }
    return found
  }

  /// Whether references lead from the object at `target` to the one at `block`.
  private func isOwned(_ block: UInt, by target: UInt) -> Bool {
    guard let (index, node) = node(at: block) else { return false }
    let graph = graphs[index]
    return graph.owners(of: node).nodes.contains { graph.nodes[$0].address == target }
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

  func isCode(_ word: UInt) -> Bool { copy.compiler.map.isCode(Address(word)) }

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
    let owner = self.chain(to: hit.block, depth: depth + 1)
    // What only the target has does not hold it.
    let isTargets = owner.map { $0.isLost && $0.hops.contains { $0.block == hit.target } }
    if isTargets ?? isOwned(hit.block, by: hit.target) { return nil }
    guard var outer = owner, !outer.isLost else {
      // What is over, and was not freed since unowned references lead to it, has its words still.
      if places.hasBegunDeinit(hit.block) { return nil }
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
