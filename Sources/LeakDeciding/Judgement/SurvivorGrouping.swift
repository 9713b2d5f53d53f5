import LeakHeapModel
import LeakHeapReading

/// Groups the survivors of one check by what keeps each of them alive.
///
/// Take the strongly connected components of everything that the survivors reach. One whose objects have more
/// retains than there are references to them is *held* from outside, and so is all that it reaches. What is
/// left is garbage: its cycles keep it, and each is *leaked*. The first objects of what is held, and the cycles
/// of what is leaked, are the reasons; all other survivors go when those do.
struct SurvivorGrouping {
  private let look: HeapLook
  private let condensation: Condensation
  /// What the survivors and the transient roots reach. Other checks may have the look as well, and a survivor of theirs may reach much:
  /// all else here is by the indices of this part.
  private let part: Condensation.Part
  /// What the counts say of each component of the whole look when the transient roots hold nothing.
  private let states: [HeapLook.State]

  /// The components of the objects that hold nothing and are not told.
  private let transientRoots: Set<Int>
  /// Whether one of the objects that hold nothing reaches each component.
  private let isReachedFromTransientRoot: [Bool]
  /// The components that have survivors, in the survivors' order.
  private let candidates: [Int]
  /// The positions of the survivors in each component.
  private let survivors: [[Int]]
  /// Where in the look the survivors are, and of each the first position.
  private let objects: ObjectPositions
  private let positions: [Int]

  /// - Parameters:
  ///   - survivors: The survivors' positions among the objects of the check, and where each is in the look.
  ///   - transientRoots: Objects whose references are taken to be given back in time, such as the running test case:
  ///     they hold nothing, and are not told themselves.
  ///   - whole: A part of the look that has all of these: `nil` for what they reach.
  init(
    _ survivors: [(position: Int, object: HeapGraph.ObjectID)], in look: HeapLook,
    transientRoots: Set<HeapGraph.ObjectID> = [], among whole: Condensation.Part? = nil
  ) {
    self.look = look
    let condensation = look.condensation
    self.condensation = condensation
    let rootComponents = Set(transientRoots.map(condensation.component))
    let part =
      whole
      ?? Condensation.Part(
        condensation,
        reachedFrom: rootComponents.sorted()
          + survivors.lazy.map { condensation.component(of: $0.object) })
    self.part = part
    let transientRoots = Set(rootComponents.compactMap(part.index))
    self.transientRoots = transientRoots
    states = look.states(releasing: rootComponents)
    isReachedFromTransientRoot = part.reached(from: transientRoots)
    var objects = ObjectPositions(graphSize: look.evidence.graph.objects.count)
    var positions: [Int] = []
    var grouped = [[Int]](repeating: [], count: part.components.count)
    var candidates: [(first: Int, component: Int)] = []
    for (position, object) in survivors {
      if objects[object] == nil {
        objects.append(object)
        positions.append(position)
      }
      guard let component = part.index(of: condensation.component(of: object)),
        !transientRoots.contains(component)
      else { continue }
      if grouped[component].isEmpty { candidates.append((position, component)) }
      grouped[component].append(position)
    }
    self.objects = objects
    self.positions = positions
    self.survivors = grouped
    self.candidates = candidates.sorted { $0.first < $1.first }.map(\.component)
  }

  /// The position of an object that is a survivor.
  private func position(of object: HeapGraph.ObjectID) -> Int? {
    objects[object].map { positions[$0] }
  }

  /// The reasons, in the order of the first survivor of each.
  ///
  /// - Complexity: O((*n* + *r*) log *n*) in the number of objects and references that the survivors reach, and O(*m*) in those of the
  ///   look for the first check of several that have it.
  func groups() -> [SurvivorGroup] {
    if candidates.isEmpty { return [] }
    let heads = reasons()
    // What is kept from outside as well, or by a transient root, is not kept by a reason alone.
    let anchors = part.components.indices.filter { balance(of: $0).outside > 0 }
    let owners = part.owners(
      among: heads.union(anchors).union(transientRoots),
      enteredAt: look.anchoring.entries(of: part, in: look))
    var owned: [Int: [Int]] = [:]
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
    let reported = groups.filter { $0.concernsInstance || $0.judgement.isLeaked }
      .compactMap { part.index(of: $0.component) }
    if reported.count == groups.count { return [] }
    var isReported = part.reached(from: reported)
    let grouped = Set(groups.compactMap { part.index(of: $0.component) })
    var shared: [SurvivorGroup] = []
    // What refers to others comes first.
    for component in part.components.indices.reversed() {
      if !isReported[component], !survivors[component].isEmpty, !grouped.contains(component),
        !isReachedFromTransientRoot[component],
        members(of: component).contains(where: {
          graph.type(of: $0).visibility == .program
        })
      {
        shared.append(group(of: component, retaining: []))
        isReported[component] = true
      }
      guard isReported[component] else { continue }
      for successor in part.successors(of: component) { isReported[successor] = true }
    }
    return shared
  }

  /// The components to report: all other survivors are reached from one of them.
  private func reasons() -> Set<Int> {
    var heads = Set(candidates.filter(isReason))
    var isReached = part.reached(from: heads)
    // What none of them reaches hangs on an object that is no survivor. What refers to others comes first.
    for component in part.components.indices.reversed() {
      if !isReached[component] {
        guard !survivors[component].isEmpty,
          state(of: component) == .held || !isReachedFromTransientRoot[component]
        else { continue }
        heads.insert(component)
      }
      for successor in part.successors(of: component) { isReached[successor] = true }
    }
    return heads
  }

  /// Whether `component` is kept alive by itself, or by what is outside.
  private func isReason(_ component: Int) -> Bool {
    guard state(of: component) == .held else {
      return condensation.components[part.components[component]].containsCycle
    }
    let balance = balance(of: component)
    return balance.outside > 0 || balance.isContradicted
  }

  private func balance(of component: Int) -> Balance { look.balances[part.components[component]] }

  private func state(of component: Int) -> HeapLook.State { states[part.components[component]] }

  private func members(of component: Int) -> [HeapGraph.ObjectID] {
    condensation.components[part.components[component]].members
  }

  private func group(of head: Int, retaining owned: [Int]) -> SurvivorGroup {
    let graph = look.evidence.graph
    let members = members(of: head)
    var group = SurvivorGroup(
      typeName: "", judgement: judgement(of: head),
      isReachedFromTransientRoot: isReachedFromTransientRoot[head],
      members: survivors[head])
    group.retainedSurvivors = owned.flatMap { survivors[$0] }.sorted()
    let reached = surelyReached(from: members, within: owned)
    group.surelyRetainedSurvivors = reached.compactMap(position).sorted()
    group.memberCounts = graph.instanceCounts(among: members)
    group.component = part.components[head]
    name(&group, of: members, retaining: owned)
    let subject =
      group.members.contains { $0 == group.subject }
      ? nil : reached.first { position(of: $0) == group.subject }
    if let subject, case .held = group.judgement {
      // What holds the object that the report is about, or refers to what that has, is kept besides.
      let own = part.index(of: condensation.component(of: subject))
      let rest = owned.filter { $0 != own }
      let others = Set(surelyReached(from: members, within: rest))
      let kept = surelyReached(from: own.map(self.members) ?? [subject], within: rest)
      group.retained = size(of: kept.filter { !others.contains($0) })
    } else {
      group.retained = size(of: reached)
      // That object does not go with others.
      if subject != nil { group.retained.count -= 1 }
    }
    return group
  }

  private func size(of objects: [HeapGraph.ObjectID]) -> LeakSize {
    let graph = look.evidence.graph
    var size = LeakSize()
    for object in objects {
      if graph.visibility(of: object) != .plumbing { size.count += 1 }
      size.bytes += Int(graph.objects[object].size)
    }
    return size
  }

  /// The objects of `owned` that sure references lead to, and that nothing else is known to keep. What may be a word that was left over
  /// says nothing of what goes with others, nor that a retain is none of somebody else's.
  private func surelyReached(
    from members: [HeapGraph.ObjectID], within owned: [Int]
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
        guard let component = part.index(of: condensation.component(of: target)),
          owned.contains(component), !mayBeKeptByOthers(component), found.insert(target).inserted
        else { continue }
        reached.append(target)
        rest.append(target)
      }
    }
    return reached
  }

  /// Whether a guess accounts for a retain of an object in `component`. A task's own retain, and that of its closure, are not meant.
  private func mayBeKeptByOthers(_ component: Int) -> Bool {
    balance(of: component).guessed > 0
      && members(of: component).contains { object in
        ![.task, .closureContext, .memory].contains(look.evidence.graph.kind(of: object))
      }
  }

  /// What is garbage without a cycle of its own hangs on an object that is no survivor.
  private func judgement(of head: Int) -> Judgement {
    let component = part.components[head]
    let judgement = look.judgement(of: component, in: states[component])
    if case .leaked = judgement, !condensation.components[component].containsCycle {
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
      if objects[object] != nil, graph.visibility(of: object) == .plumbing { return true }
      return graph.references(from: object).contains { reference in
        own.contains(graph.target(of: reference))
          && graph.function(of: reference).map(look.evidence.isPrograms) ?? false
      }
    }
  }

  /// Names the object that the report is about: an instance of the program's if there is one, a survivor if there
  /// is one, and where only a closure is held, what it keeps. An object of before that has work to do, with a closure of the check's,
  /// keeps that closure only until the work is done; and where a guess accounts for a retain of it, somebody else may have it.
  private func name(
    _ group: inout SurvivorGroup, of members: [HeapGraph.ObjectID], retaining owned: [Int]
  ) {
    let graph = look.evidence.graph
    func isInstance(_ object: HeapGraph.ObjectID) -> Bool {
      graph.visibility(of: object) == .program
    }
    func firstSurvivor(among objects: some Sequence<HeapGraph.ObjectID>) -> HeapGraph.ObjectID? {
      var first: (position: Int, object: HeapGraph.ObjectID)?
      for object in objects where isInstance(object) {
        guard let position = position(of: object) else { continue }
        if first.map({ position < $0.position }) ?? true { first = (position, object) }
      }
      return first?.object
    }
    var subject = firstSurvivor(among: members)
    if subject == nil {
      let lasting =
        group.judgement.isProven ? members : graph.objectsOnCyclesWithoutWork(among: members)
      subject = lasting.filter(isInstance).min()
    }
    if subject == nil {
      subject = firstSurvivor(among: owned.lazy.flatMap(self.members(of:)))
    }
    group.concernsInstance = subject != nil
    group.concernsProgram = subject != nil || concernsProgram(members)
    group.subject = subject.flatMap(position)
    group.typeName = graph.type(of: subject ?? members[0]).name
  }
}
