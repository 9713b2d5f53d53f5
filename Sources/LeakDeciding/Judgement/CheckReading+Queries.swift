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

  /// The objects that others represent, by their position, with the position of that one: of the objects that keep one another, those
  /// that something outside keeps, or else the first, are explained for all.
  private func representatives(among named: [Int], in look: HeapLook) -> [Int: Int] {
    var cycles: [HeapLook.ComponentID: [(position: Int, object: HeapGraph.ObjectID)]] = [:]
    for position in named {
      guard let object = look.object(at: objects[position].address), look.state(of: object) == .held
      else { continue }
      let component = look.condensation.component(of: object)
      if look.condensation.components[component].containsCycle {
        cycles[component, default: []].append((position, object))
      }
    }
    cycles = cycles.filter { $0.value.count > 1 }
    if cycles.isEmpty { return [:] }
    let incoming = look.evidence.graph.incomingReferences()
    var representatives: [Int: Int] = [:]
    for members in cycles.values {
      let isHeld = members.map { look.evidence.isHeldFromOutside($0.object, incoming[$0.object]) }
      let first = members[isHeld.firstIndex(of: true) ?? 0].position
      for (member, isHeld) in zip(members, isHeld) where !isHeld && member.position != first {
        representatives[member.position] = first
      }
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
  /// Whether a strong reference to the object was not found.
  fileprivate func isHeldFromOutside(
    _ object: HeapGraph.ObjectID, _ incoming: IncomingReferences
  ) -> Bool {
    guard let counts = counts(object) else { return false }
    return counts.strong - ownStrong(object) > incoming.sure + incoming.conservative
  }
}
