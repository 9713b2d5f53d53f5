import LeakHeapModel
import LeakHeapReading

/// One reading of the heap around objects that stayed, and what the counts say of it: what nothing outside keeps, and
/// what something does.
///
/// The objects of several checks may be read together. Nothing is named or explained here. It is a class because it is wide, and
/// asked about every object.
package final class HeapLook: Sendable {
  package typealias ComponentID = Condensation.ComponentID

  /// What the counts say of a strongly connected component and of all that leads to it.
  enum State: Hashable {
    /// Nothing outside keeps it, and every retain is accounted for by a reference that is known by its type. It is
    /// final where nobody can look at it any more, or at what keeps it.
    case garbage(isFinal: Bool)
    /// The same, if words of which the type is not known are references.
    case probableGarbage
    /// Something outside keeps it, or something that could not be read.
    case held
  }

  /// The references that are known, and those of unknown type that a count has room for.
  package let evidence: HeapEvidence
  /// The graph without references of unknown type. Only who explains a leak asks for it.
  package let sureGraph: SureGraph
  let anchoring: Anchoring
  package let condensation: Condensation
  let balances: [Balance]
  let states: [State]
  /// Which components are held, if so, by nothing but references that may be those of objects that were being changed; empty where
  /// nothing was.
  let areUndecided: [Bool]
  /// What could not be read, in order.
  private let unread: [String]
  /// The components to which the objects of each have weak or unowned references, once for each.
  private let observations: [ComponentID: [ComponentID]]
  private let objects: [UInt: HeapGraph.ObjectID]

  /// Reads the process around the objects at `addresses`, which are readable.
  ///
  /// - Throws: ``HeapReadingError`` where the heap cannot be read at all.
  package convenience init(
    around addresses: [UInt], by reader: HeapReader, limits: ReadingLimits = ReadingLimits()
  ) throws(HeapReadingError) {
    let snapshot = try reader.snapshot(
      fromEach: addresses.compactMap { UnsafeRawPointer(bitPattern: $0) }, limits: limits)
    var objects: [UInt: HeapGraph.ObjectID] = [:]
    objects.reserveCapacity(addresses.count)
    // The objects asked for come first, each once.
    for (object, address) in snapshot.addresses.prefix(addresses.count).enumerated() {
      objects[address] = object
    }
    self.init(HeapEvidence(snapshot), objects: objects)
  }

  /// Decides from evidence. `objects` are those that can be asked for by their address.
  init(
    _ evidence: HeapEvidence, objects: [UInt: HeapGraph.ObjectID] = [:]
  ) {
    let evidence = evidence.withoutRefutedReferences()
    self.evidence = evidence
    self.objects = objects
    sureGraph = SureGraph()
    anchoring = Anchoring()
    condensation = Condensation(evidence.graph)
    unread = evidence.unread.sorted()
    let incoming = evidence.graph.incomingReferences()
    balances = condensation.components.map { component in
      evidence.balance(of: component) { incoming[$0] }
    }
    observations = Self.observations(evidence, condensation)
    states = Self.states(condensation, balances, observations, releasing: [])
    areUndecided = Self.undecided(by: evidence.changes, condensation, balances)
  }

  /// The same evidence as in `look`, told with what a test calls its objects, or decided with other balances.
  private init(_ look: HeapLook, labels: ObjectLabels?, balances: [Balance]? = nil) {
    var evidence = look.evidence
    evidence.labels = labels
    self.evidence = evidence
    sureGraph = look.sureGraph
    anchoring = balances == nil ? look.anchoring : Anchoring()
    condensation = look.condensation
    objects = look.objects
    unread = look.unread
    observations = look.observations
    self.balances = balances ?? look.balances
    states =
      balances.map { Self.states(look.condensation, $0, look.observations, releasing: []) }
      ?? look.states
    areUndecided =
      balances.map { Self.undecided(by: look.evidence.changes, look.condensation, $0) }
      ?? look.areUndecided
  }

  /// Where each object is.
  package var addresses: [UInt] { evidence.addresses }

  /// The same, told with what a test calls its objects.
  package func labelled(by labels: ObjectLabels?) -> HeapLook {
    labels === evidence.labels ? self : HeapLook(self, labels: labels)
  }

  /// The objects of which only a guess accounts for a retain: none does where a variable that outlives the test reaches them.
  var objectsInDoubt: [HeapGraph.ObjectID] {
    condensation.components.indices.filter { balances[$0].guessed > 0 && states[$0] != .held }
      .flatMap { condensation.components[$0].members }
  }

  /// The objects about which waiting can change nothing, as far as the references among them say.
  var finalObjects: [HeapGraph.ObjectID] {
    condensation.components.indices.filter { states[$0] == .garbage(isFinal: true) }
      .flatMap { condensation.components[$0].members }
  }

  /// The look if somebody can still get at `objects`, and from there at all that they lead to.
  func opening(_ objects: some Sequence<HeapGraph.ObjectID>) -> HeapLook {
    var balances = balances
    for object in objects { balances[condensation.component(of: object)].isFinal = false }
    return HeapLook(self, labels: evidence.labels, balances: balances)
  }

  /// The objects that nothing outside keeps, with nothing guessed.
  var provenObjects: [HeapGraph.ObjectID] {
    condensation.components.indices.filter {
      if case .garbage = states[$0] { true } else { false }
    }.flatMap { condensation.components[$0].members }
  }

  /// The look by the `counts` that `objects` had all at the same moment. Those that it was made by were read one after the other: a thread
  /// that has one object of a cycle, and goes on to the next, can be missed in each.
  func recounting(_ objects: [HeapGraph.ObjectID], as counts: [ReferenceCounts?]) -> HeapLook {
    let known = Dictionary(uniqueKeysWithValues: zip(objects, counts))
    let (evidence, incoming) = (evidence, evidence.graph.incomingReferences())
    var recounted = evidence
    recounted.counts = { object in
      let kind = evidence.graph.kind(of: object)
      return kind == .block ? evidence.counts(object) : known[object] ?? nil
    }
    var balances = balances
    var isSame = true
    for component in Set(objects.map(condensation.component(of:))) {
      var balance = recounted.balance(of: condensation.components[component]) { incoming[$0] }
      balance.isFinal = balance.isFinal && balances[component].isFinal
      isSame = isSame && balance == balances[component]
      balances[component] = balance
    }
    return isSame ? self : HeapLook(self, labels: evidence.labels, balances: balances)
  }

  /// The look if `objects` are held from outside, whatever the guesses account for.
  func holding(_ objects: some Sequence<HeapGraph.ObjectID>) -> HeapLook {
    var balances = balances
    for object in objects { balances[condensation.component(of: object)].outside += 1 }
    return HeapLook(self, labels: evidence.labels, balances: balances)
  }

  /// The object at `address`, if it is one of those that were asked for.
  package func object(at address: UInt) -> HeapGraph.ObjectID? { objects[address] }

  /// The object at each of `addresses`, if it is one of those that were asked for.
  func objects(at addresses: some Sequence<UInt>) -> [HeapGraph.ObjectID?] {
    var next = 0
    return addresses.map { address in
      // As a rule the objects are asked for once more in the order in which they were read.
      let isNext = next < objects.count && next < self.addresses.count
      let object = isNext && self.addresses[next] == address ? next : objects[address]
      if let object { next = object + 1 }
      return object
    }
  }

  /// What the counts say of the object.
  func state(of object: HeapGraph.ObjectID) -> State { states[condensation.component(of: object)] }

  /// What the counts say of each component when those in `transientRoots` hold nothing.
  func states(releasing transientRoots: Set<ComponentID>) -> [State] {
    transientRoots.isEmpty
      ? states : Self.states(condensation, balances, observations, releasing: transientRoots)
  }

  private static func states(
    _ condensation: Condensation, _ balances: [Balance],
    _ observations: [ComponentID: [ComponentID]], releasing transientRoots: Set<ComponentID>
  ) -> [State] {
    func reached(from isSeed: (Balance) -> Bool) -> [Bool] {
      condensation.reached(
        from: balances.indices.filter { isSeed(balances[$0]) && !transientRoots.contains($0) })
    }
    let isHeld = reached { $0.outside > 0 || $0.isContradicted }
    // What a guess accounts for is not proven, nor is what only leads there.
    let isGuessed = reached { $0.guessed > 0 }
    let isOpen = Self.open(
      condensation, balances, observations, isGarbage: { !isHeld[$0] && !isGuessed[$0] },
      releasing: transientRoots)
    let stays = Self.keptForGood(condensation, balances) { component in
      !isOpen[component] && !isHeld[component] && !isGuessed[component]
        && !transientRoots.contains(component)
    }
    return balances.indices.map { component in
      if isHeld[component] { return .held }
      return isGuessed[component]
        ? .probableGarbage : .garbage(isFinal: !isOpen[component] || stays[component])
    }
  }

  /// Which components are no cycles and have a reference from garbage that nobody can look at: nobody can take that away. Whoever
  /// looks at them can change what they refer to, but they stay, and what keeps them is told as it is.
  ///
  /// - Complexity: O(*n*) in the number of components and references.
  private static func keptForGood(
    _ condensation: Condensation, _ balances: [Balance],
    isClosedGarbage: (ComponentID) -> Bool
  ) -> [Bool] {
    var stays = [Bool](repeating: false, count: condensation.components.count)
    for component in stays.indices where isClosedGarbage(component) {
      for target in condensation.successors(of: component)
      where !condensation.components[target].containsCycle && !balances[target].hasTask {
        stays[target] = true
      }
    }
    return stays
  }
}

extension HeapLook {
  private static func observations(
    _ evidence: HeapEvidence, _ condensation: Condensation
  ) -> [ComponentID: [ComponentID]] {
    var observations: [ComponentID: [ComponentID]] = [:]
    for observation in evidence.observations {
      let source = condensation.component(of: Int(observation.source))
      observations[source, default: []].append(
        condensation.component(of: Int(observation.target)))
    }
    return observations
  }

  /// Which components somebody can still look at: from outside by a weak or unowned reference, and from there by all others.
  ///
  /// A weak or unowned reference from garbage that nobody can look at leads nobody there.
  ///
  /// - Complexity: O(*n*) in the number of components and references.
  private static func open(
    _ condensation: Condensation, _ balances: [Balance],
    _ observations: [ComponentID: [ComponentID]], isGarbage: (ComponentID) -> Bool,
    releasing transientRoots: Set<ComponentID>
  ) -> [Bool] {
    var outside = balances.map(\.observers)
    for (source, targets) in observations where isGarbage(source) {
      for target in targets { outside[target] -= 1 }
    }
    // More references than the count has are those of a moment's change.
    var next = balances.indices.filter {
      !transientRoots.contains($0) && (!balances[$0].isFinal || outside[$0] != 0)
    }
    var isOpen = [Bool](repeating: false, count: balances.count)
    for component in next { isOpen[component] = true }
    while let component = next.popLast() {
      for target in Array(condensation.successors(of: component))
        + observations[component, default: []]
      where !isOpen[target] {
        isOpen[target] = true
        next.append(target)
      }
    }
    return isOpen
  }

  /// What the counts say of an object, by itself.
  package func judgement(of object: HeapGraph.ObjectID) -> Judgement {
    let component = condensation.component(of: object)
    return judgement(of: component, in: states[component])
  }

  /// Whether the counts say that something outside keeps the object.
  package func isHeld(_ object: HeapGraph.ObjectID) -> Bool { state(of: object) == .held }

  /// Whether the counts say that something outside has a reference to what the object is a part of.
  package func isKeptFromOutside(_ object: HeapGraph.ObjectID) -> Bool {
    let balance = balances[condensation.component(of: object)]
    return balance.outside > 0 && !balance.isContradicted
  }

  /// Whether more references to what the object is a part of were found than the counts allow.
  package func isContradicted(_ object: HeapGraph.ObjectID) -> Bool {
    balances[condensation.component(of: object)].isContradicted
  }

  /// What the counts say of a component that is in `state`.
  func judgement(of component: ComponentID, in state: State) -> Judgement {
    switch state {
    case .garbage(let isFinal): return .leaked(grade: .typedReference, isFinal: isFinal)
    case .probableGarbage: return .leaked(grade: .mayOwn, isFinal: false)
    case .held:
      let balance = balances[component]
      if balance.isContradicted || isUndecided(component) {
        return .inconclusive(Judgement.changingGraph)
      }
      return .held(balance.outside, unread: unread)
    }
  }
}
