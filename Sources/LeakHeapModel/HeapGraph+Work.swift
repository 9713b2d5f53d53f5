extension HeapGraph {
  /// Those of `members` that are on a cycle, one that is sure, among the members alone, and without work: what has work to do lets go
  /// of it when that is done.
  ///
  /// - Complexity: O(*n*) in the number of members and their references.
  package func objectsOnCyclesWithoutWork(among members: [ObjectID]) -> [ObjectID] {
    objectsOnCycles(among: members) { !type(of: $0).letsGoWhenDone }
  }

  /// Those of `members` that are on a cycle, one that is sure, of members that count.
  ///
  /// - Complexity: O(*n*) in the number of members and their references.
  package func objectsOnCycles(
    among members: [ObjectID], where counts: (ObjectID) -> Bool
  ) -> [ObjectID] {
    let positions = Dictionary(uniqueKeysWithValues: zip(members, members.indices))
    var lasting: [HeapReference] = []
    var begins: [UInt32] = [0]
    for member in members {
      for reference in counts(member) ? references(from: member) : 0..<0 {
        guard let target = positions[target(of: reference)],
          references[reference].confidence != .conservative
        else { continue }
        var kept = references[reference]
        kept.target = UInt32(target)
        lasting.append(kept)
      }
      begins.append(UInt32(lasting.count))
    }
    let rest = HeapGraph(
      objects: members.map { objects[$0] }, references: lasting, firstReference: begins,
      types: types, labels: labels)
    return rest.stronglyConnectedComponents().filter(\.containsCycle).flatMap { component in
      component.members.map { members[$0] }
    }
  }
}
