import LeakHeapModel
import LeakHeapReading

/// Groups the survivors of one check by what keeps each of them alive.
///
/// Take the strongly connected components of everything that the survivors reach. One whose objects have more
/// retains than there are references to them is *held* from outside, and so is all that it reaches. What is
/// left is garbage: its cycles keep it, and each is *leaked*. The first objects of what is held, and the cycles
/// of what is leaked, are the reasons; all other survivors go when those do.
struct SurvivorGrouping {
  private typealias ComponentID = Condensation.ComponentID

  private let look: HeapLook
  private let condensation: Condensation
  /// What the counts say of each component when the transient roots hold nothing.
  private let states: [HeapLook.State]

  /// The components of the objects that hold nothing and are not told.
  private let transientRoots: Set<ComponentID>
  /// Whether one of the objects that hold nothing reaches each component.
  private let isReachedFromTransientRoot: [Bool]
  /// The components that have survivors, in the survivors' order.
  private let candidates: [ComponentID]
  /// The positions of the survivors in each component.
  private let survivors: [[Int]]
  /// The position of each object that is a survivor.
  private let positions: [Int?]

  /// - Parameters:
  ///   - survivors: The survivors' positions among the objects of the check, and where each is in the look.
  ///   - transientRoots: Objects whose references are taken to be given back in time, such as the running test case:
  ///     they hold nothing, and are not told themselves.
  init(
    _ survivors: [(position: Int, object: HeapGraph.ObjectID)], in look: HeapLook,
    transientRoots: Set<HeapGraph.ObjectID> = []
  ) {
    self.look = look
    let condensation = look.condensation
    self.condensation = condensation
    let transientRoots = Set(transientRoots.map(condensation.component))
    self.transientRoots = transientRoots
    states = look.states(releasing: transientRoots)
    isReachedFromTransientRoot = condensation.reached(from: transientRoots)
    var positions = [Int?](repeating: nil, count: look.evidence.graph.objects.count)
    var grouped = [[Int]](repeating: [], count: condensation.components.count)
    var candidates: [(first: Int, component: ComponentID)] = []
    for (position, object) in survivors {
      positions[object] = positions[object] ?? position
      let component = condensation.component(of: object)
      if transientRoots.contains(component) { continue }
      if grouped[component].isEmpty { candidates.append((position, component)) }
      grouped[component].append(position)
    }
    self.positions = positions
    self.survivors = grouped
    self.candidates = candidates.sorted { $0.first < $1.first }.map(\.component)
  }

  /// The reasons, in the order of the first survivor of each.
  ///
  /// - Complexity: O((*n* + *r*) log *n*) in the number of objects and references of the look.
  func groups() -> [SurvivorGroup] {
    if candidates.isEmpty { return [] }
    let heads = reasons()
    // What is kept from outside as well, or by a transient root, is not kept by a reason alone.
    let anchors = condensation.components.indices.filter { look.balances[$0].outside > 0 }
    let owners = condensation.owners(among: heads.union(anchors).union(transientRoots))
    var owned: [ComponentID: [ComponentID]] = [:]
    for (component, owner) in owners.enumerated() {
      if let owner, owner != component { owned[owner, default: []].append(component) }
    }
    let groups = candidates.filter(heads.contains).map { head in
      group(of: head, retaining: owned[head, default: []])
    }
    return groups + shared(among: groups)
  }

  /// The instances that only closures keep which keep none alone: several of them share one, and none tells of it.
  private func shared(among groups: [SurvivorGroup]) -> [SurvivorGroup] {
    let graph = look.evidence.graph
    let reported = groups.filter { $0.concernsInstance || $0.judgement.isLeaked }.map(\.component)
    if reported.count == groups.count { return [] }
    var isReported = condensation.reached(from: reported)
    var shared: [SurvivorGroup] = []
    // What refers to others comes first.
    for component in condensation.components.indices.reversed() {
      if !isReported[component], !survivors[component].isEmpty,
        !isReachedFromTransientRoot[component],
        condensation.components[component].members.contains(where: {
          graph.type(of: $0).visibility == .program
        })
      {
        shared.append(group(of: component, retaining: []))
        isReported[component] = true
      }
      guard isReported[component] else { continue }
      for successor in condensation.successors(of: component) { isReported[successor] = true }
    }
    return shared
  }

  /// The components to report: all other survivors are reached from one of them.
  private func reasons() -> Set<ComponentID> {
    var heads = Set(candidates.filter(isReason))
    var isReached = condensation.reached(from: heads)
    // What none of them reaches hangs on an object that is no survivor. What refers to others comes first.
    for component in condensation.components.indices.reversed() {
      if !isReached[component] {
        guard !survivors[component].isEmpty,
          states[component] == .held || !isReachedFromTransientRoot[component]
        else { continue }
        heads.insert(component)
      }
      for successor in condensation.successors(of: component) { isReached[successor] = true }
    }
    return heads
  }

  /// Whether `component` is kept alive by itself, or by what is outside.
  private func isReason(_ component: ComponentID) -> Bool {
    guard states[component] == .held else {
      return condensation.components[component].containsCycle
    }
    let balance = look.balances[component]
    return balance.outside > 0 || balance.isContradicted
  }

  private func group(of head: ComponentID, retaining owned: [ComponentID]) -> SurvivorGroup {
    let graph = look.evidence.graph
    let members = condensation.components[head].members
    var group = SurvivorGroup(
      typeName: "", judgement: judgement(of: head),
      isReachedFromTransientRoot: isReachedFromTransientRoot[head],
      members: survivors[head])
    group.retainedSurvivors = owned.flatMap { survivors[$0] }.sorted()
    let reached = surelyReached(from: members, within: owned)
    for object in reached {
      if graph.visibility(of: object) != .plumbing { group.retained.count += 1 }
      group.retained.bytes += Int(graph.objects[object].size)
    }
    group.memberCounts = graph.instanceCounts(among: members)
    group.component = head
    name(&group, of: members, retaining: owned)
    // The object that the report is about does not go with others.
    if let subject = group.subject, !group.members.contains(subject),
      reached.contains(where: { positions[$0] == subject })
    {
      group.retained.count -= 1
    }
    return group
  }

  /// The objects of `owned` that sure references lead to. What may be a word that was left over says nothing of what goes with others.
  private func surelyReached(
    from members: [HeapGraph.ObjectID], within owned: [ComponentID]
  ) -> [HeapGraph.ObjectID] {
    if owned.isEmpty { return [] }
    let graph = look.evidence.graph
    let owned = Set(owned)
    var found: Set<HeapGraph.ObjectID> = []
    var reached: [HeapGraph.ObjectID] = []
    var rest = members
    while let object = rest.popLast() {
      for reference in graph.references(from: object)
      where graph.references[reference].confidence != .conservative {
        let target = graph.target(of: reference)
        guard owned.contains(condensation.component(of: target)), found.insert(target).inserted
        else { continue }
        reached.append(target)
        rest.append(target)
      }
    }
    return reached
  }

  /// What is garbage without a cycle of its own hangs on an object that is no survivor.
  private func judgement(of head: ComponentID) -> Judgement {
    let judgement = look.judgement(of: head, in: states[head])
    if case .leaked = judgement, !condensation.components[head].containsCycle {
      return .held(1, unread: look.evidence.unread.sorted())
    }
    if case .held(let count, let unread) = judgement { return .held(max(1, count), unread: unread) }
    return judgement
  }

  /// Whether a closure of the program's refers to one of `members`, or is one.
  private func concernsProgram(_ members: [HeapGraph.ObjectID]) -> Bool {
    let graph = look.evidence.graph
    let own = Set(members)
    return members.contains { object in
      if positions[object] != nil, graph.visibility(of: object) == .plumbing { return true }
      return graph.references(from: object).contains { reference in
        own.contains(graph.target(of: reference))
          && graph.function(of: reference).map(look.evidence.isPrograms) ?? false
      }
    }
  }

  /// Names the object that the report is about: an instance of the program's if there is one, a survivor if there
  /// is one, and where only a closure is held, what it keeps.
  private func name(
    _ group: inout SurvivorGroup, of members: [HeapGraph.ObjectID], retaining owned: [ComponentID]
  ) {
    let graph = look.evidence.graph
    func isInstance(_ object: HeapGraph.ObjectID) -> Bool {
      graph.visibility(of: object) == .program
    }
    func firstSurvivor(among objects: some Sequence<HeapGraph.ObjectID>) -> HeapGraph.ObjectID? {
      var first: (position: Int, object: HeapGraph.ObjectID)?
      for object in objects where isInstance(object) {
        guard let position = positions[object] else { continue }
        if first.map({ position < $0.position }) ?? true { first = (position, object) }
      }
      return first?.object
    }
    var subject = firstSurvivor(among: members) ?? members.first(where: isInstance)
    if subject == nil,
      let survivor = firstSurvivor(
        among: owned.lazy.flatMap { condensation.components[$0].members })
    {
      subject = survivor
    }
    group.concernsInstance = subject != nil
    group.concernsProgram = subject != nil || concernsProgram(members)
    group.subject = subject.flatMap { positions[$0] }
    group.typeName = graph.type(of: subject ?? members[0]).name
  }
}
