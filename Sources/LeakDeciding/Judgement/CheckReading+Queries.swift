import LeakHeapModel
import LeakHeapReading

extension CheckReading {
  /// The positions of the objects of which the process is to be searched for what holds them. Of the named ones, those that others
  /// represent are left out.
  ///
  /// - Parameter areShared: Whether objects may represent others.
  /// - Complexity: O(*n*) in the number of objects, and of objects and references of the look.
  mutating func queries(areShared: Bool) -> [Int] {
    guard case .success(let look) = look else { return [] }
    var named = livingNames.filter { !judgement(of: $0).isProven }
    representatives = areShared ? representatives(among: named, in: look) : [:]
    named.removeAll { representatives[$0] != nil }
    let others = groups.filter { group in
      group.mayBeReported && !group.judgement.isProven
        && !group.members.contains { $0 < namedCount }
    }.compactMap(\.representative)
    return named + others
  }

  /// Whether an object may be leaked, and a guess decides: then it has to be known whether anything else could end the work that is
  /// among what keeps it.
  var hasProbableLeak: Bool {
    groups.contains(where: \.judgement.isProbableLeak)
      || livingNames.contains { judgement(of: $0).isProbableLeak }
  }

  /// Whether something holds objects that nobody named: it may be work of a variable's that outlives the test.
  var hasHeldOthers: Bool {
    groups.contains { $0.mayBeReported && !$0.judgement.isLeaked }
  }

  /// The objects that others represent, by their position, with the position of that one: of the objects that keep one another, those
  /// that something outside keeps, or else the first, are explained for all.
  private func representatives(among named: [Int], in look: HeapLook) -> [Int: Int] {
    let components = look.condensation.components
    var counts = [UInt32](repeating: 0, count: components.count)
    var members: [(position: Int, object: HeapGraph.ObjectID, component: Int)] = []
    for position in named {
      guard let object = found[position], look.state(of: object) == .held else { continue }
      let component = look.condensation.component(of: object)
      if !components[component].containsCycle { continue }
      counts[component] += 1
      members.append((position, object, component))
    }
    members.removeAll { counts[$0.component] == 1 }
    if members.isEmpty { return [:] }
    let inner = look.evidence.graph.referencesWithinComponents(look.condensation.component(of:))
    let isHeld = members.map { look.evidence.isHeldFromOutside($0.object, inner[$0.object]) }
    var first = [Int?](repeating: nil, count: components.count)
    for (member, isHeld) in zip(members, isHeld) where isHeld && first[member.component] == nil {
      first[member.component] = member.position
    }
    var representatives: [Int: Int] = [:]
    representatives.reserveCapacity(members.count)
    for (member, isHeld) in zip(members, isHeld) where !isHeld {
      let representative = first[member.component] ?? member.position
      first[member.component] = representative
      if representative != member.position { representatives[member.position] = representative }
    }
    return representatives
  }

  /// Lets those be represented by one that is explained who are represented by one that another represents.
  mutating func shareRepresentatives() {
    for (position, representative) in representatives {
      if let last = representatives[representative] { representatives[position] = last }
    }
  }

  /// The position of the object that is explained for the one at `position`: its own, as a rule.
  package func representative(of position: Int) -> Int { representatives[position] ?? position }
}

extension HeapEvidence {
  /// Whether something keeps the object but those that it keeps itself.
  ///
  /// - Parameter inner: The references from those. Of the others some may have been found: another check's objects may lead here.
  fileprivate func isHeldFromOutside(
    _ object: HeapGraph.ObjectID, _ inner: IncomingReferences
  ) -> Bool {
    guard let counts = counts(object) else { return false }
    return counts.strong - ownStrong(object) > inner.sure + inner.conservative
  }
}
