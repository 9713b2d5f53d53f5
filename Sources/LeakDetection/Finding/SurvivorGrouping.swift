import HeapModel
import HeapReading

/// One look at what the survivors of a scope reach, component by component.
struct SurvivorGrouping {
  private typealias ComponentID = Condensation.ComponentID

  private let evidence: HeapEvidence
  private let condensation: Condensation
  private let balances: [Balance]
  private let survivorCount: Int

  /// The components of the objects that hold nothing and are not told.
  private let lent: Set<ComponentID>
  /// The components that have survivors, in the survivors' order.
  private let candidates: [ComponentID]
  private let survivors: [ComponentID: [Int]]

  /// Whether one of the objects that hold nothing reaches each component.
  private let isLent: [Bool]

  /// Whether something outside keeps each component alive, directly or through others.
  private let isHeld: [Bool]
  private var isKeptByGlobal: [Bool]

  init(_ count: Int, in evidence: HeapEvidence, lenders: Set<HeapGraph.ObjectID>) {
    self.evidence = evidence
    survivorCount = count
    let condensation = Condensation(evidence.graph)
    self.condensation = condensation
    balances = Self.balances(in: evidence, condensation)

    let lent = Set(lenders.map(condensation.component))
    self.lent = lent
    isLent = condensation.reached(from: lent)
    let survivors = Dictionary(grouping: 0..<count, by: condensation.component)
      .filter { !lent.contains($0.key) }
    self.survivors = survivors
    candidates = survivors.keys.sorted {
      survivors[$0, default: []][0] < survivors[$1, default: []][0]
    }

    let balances = balances
    isHeld = condensation.reached(
      from: condensation.components.indices.filter {
        !lent.contains($0) && (balances[$0].outside > 0 || balances[$0].isContradicted)
      })
    isKeptByGlobal = Array(repeating: false, count: condensation.components.count)
  }

  /// The balance of each component. Where what is sure has a cycle, guesses explain nothing: a stale word
  /// must not make a held cycle a leaked one.
  private static func balances(
    in evidence: HeapEvidence, _ condensation: Condensation
  ) -> [Balance] {
    let incoming = evidence.graph.incomingReferences()
    let sure = evidence.graph.withoutConservativeReferences().map(Condensation.init)
    return condensation.components.map { component in
      let hasSureCycle = sure.map { sure in
        component.members.contains { sure.components[sure.component(of: $0)].containsCycle }
      }
      return evidence.balance(
        of: component, trustsConservative: !(hasSureCycle ?? false), incoming: { incoming[$0] })
    }
  }

  /// Notes which survivors globals keep alive. Nothing is asked when nothing is held.
  mutating func exempt(
    _ keptByGlobals: (Set<HeapGraph.ObjectID>) -> Set<HeapGraph.ObjectID>
  ) {
    let held = candidates.filter { isHeld[$0] }.flatMap { survivors[$0, default: []] }
    guard !held.isEmpty else { return }
    isKeptByGlobal = condensation.reached(
      from: keptByGlobals(Set(held)).map(condensation.component))
  }

  /// The reasons, in the order of the first survivor of each.
  func groups() -> [SurvivorGroup] {
    let heads = reasons()
    // What is kept from outside as well, or by a lender, is not kept by a reason alone.
    let anchors = condensation.components.indices.filter { balances[$0].outside > 0 }
    let owners = condensation.owners(among: heads.union(anchors).union(lent))
    var owned: [ComponentID: [ComponentID]] = [:]
    for (component, owner) in owners.enumerated() {
      if let owner, owner != component { owned[owner, default: []].append(component) }
    }
    return candidates.filter(heads.contains).map { head in
      group(of: head, dragging: owned[head, default: []])
    }
  }

  /// The components to report: all other survivors are reached from one of them.
  private func reasons() -> Set<ComponentID> {
    var heads = Set(candidates.filter(isReason))
    var isReached = condensation.reached(from: heads)
    // What none of them reaches hangs on an object that is no survivor. What refers to others comes first.
    for component in condensation.components.indices.reversed() {
      if !isReached[component] {
        guard survivors[component] != nil, isHeld[component] || !isLent[component] else { continue }
        heads.insert(component)
      }
      for successor in condensation.successors(of: component) { isReached[successor] = true }
    }
    return heads
  }

  /// Whether `component` is kept alive by itself, or by what is outside.
  private func isReason(_ component: ComponentID) -> Bool {
    if !isHeld[component] { return condensation.components[component].containsCycle }
    let balance = balances[component]
    return balance.outside > 0 || balance.isContradicted
  }

  private func group(of head: ComponentID, dragging owned: [ComponentID]) -> SurvivorGroup {
    let members = condensation.components[head].members
    let graph = evidence.graph
    var group = SurvivorGroup(
      typeName: "", judgement: .inconclusive("the graph changed while it was read"),
      isKeptByGlobal: isKeptByGlobal[head], isReachedFromLender: isLent[head],
      members: survivors[head, default: []])
    group.dragged = owned.flatMap { survivors[$0, default: []] }.sorted()
    for object in owned.lazy.flatMap({ condensation.components[$0].members }) {
      if graph.type(of: object).visibility != .plumbing { group.retained.count += 1 }
      group.retained.bytes += Int(graph.objects[object].size)
    }
    group.memberTypes = Set(
      members.filter { graph.type(of: $0).visibility == .program }.map {
        graph.typeName(of: $0).qualified
      })
    name(&group, of: members)
    judge(head, &group)
    return group
  }

  /// Names the object that the report is about: an instance of the program's if there is one, a survivor if there
  /// is one, and where only a closure is held, what it keeps.
  private func name(_ group: inout SurvivorGroup, of members: [HeapGraph.ObjectID]) {
    let graph = evidence.graph
    func isInstance(_ object: HeapGraph.ObjectID) -> Bool {
      graph.type(of: object).visibility == .program
    }
    var subject = group.members.first(where: isInstance) ?? members.first(where: isInstance)
    if subject == nil, let dragged = group.dragged.first(where: isInstance) {
      subject = dragged
      group.retained.count -= 1
    }
    group.concernsInstance = subject != nil
    group.subject = subject.flatMap { $0 < survivorCount ? $0 : nil }
    group.typeName = graph.typeName(of: subject ?? members[0]).qualified
  }

  private func judge(_ head: ComponentID, _ group: inout SurvivorGroup) {
    let balance = balances[head]
    if balance.isContradicted { return }
    if isHeld[head] || !condensation.components[head].containsCycle {
      if evidence.hasChanged, !group.isKeptByGlobal { return }
      group.judgement = .held(max(1, balance.outside), unread: evidence.unread.sorted())
    } else if let path = path(through: head, preferring: group.members) {
      group.judgement = .proven(path, isFinal: balance.isFinal)
      group.typeName = path.start
    }
  }

  /// How many instances, and how many closures, of a component are asked for a cycle.
  private static let mostStarts = 16

  /// The cycle to tell of a component: the one with the best suspect, then the shortest.
  private func path(through component: ComponentID, preferring survivors: [Int]) -> RetainPath? {
    let graph = evidence.graph
    let members = condensation.components[component].members
    let instances = survivors.filter { graph.type(of: $0).visibility == .program }
    // Of several ways back from an instance, one through a closure says the most.
    let closures = members.filter { [.closureContext, .block].contains(graph.type(of: $0).kind) }
    let starts =
      instances.prefix(Self.mostStarts) + closures.prefix(Self.mostStarts)
    var best: (path: RetainPath, order: (rank: SuspectChoice.Rank, length: Int))?
    for object in starts.isEmpty ? members.prefix(1) : starts {
      guard let cycle = graph.shortestCycle(through: object) else { continue }
      let (path, rank) = RetainPath.explaining(
        cycle.references, in: graph, name: evidence.name, line: evidence.line,
        declaringClass: evidence.declaringClass)
      let order = (rank, path.references.count)
      if let best, best.order <= order { continue }
      best = (path, order)
    }
    return best?.path
  }
}
