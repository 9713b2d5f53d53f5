import LeakHeapModel

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
    enders.haveLastingRoot = enders.haveRoot
    for owner in owners.unexplained where owner != node {
      note(knownExplanation(of: owner, in: graph), in: &enders)
    }
    for hit in hits[work, default: []] { note(chain(by: hit, depth: 0), in: &enders) }
    enders.work.remove(work)
    return enders
  }

  private func note(_ chain: Chain?, in enders: inout WorkEnders) {
    guard let chain, chain.grade.isNamedFlatly, !chain.isLost else { return }
    if chain.root != .object {
      enders.haveRoot = true
      enders.haveLastingRoot = enders.haveLastingRoot || chain.isRooted
    } else if let work = chain.hops.first?.block {
      enders.work.insert(work)
      enders.fire =
        enders.fire
        || chain.hops.contains {
          places.type(of: $0.block) == nil && DispatchBlock(at: $0.block, in: copy).fires
        }
    }
  }

  func leadsThroughKit(_ chain: Chain) -> Bool {
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
}
