import HeapModel
import HeapReading

extension SurvivorGroup {
  /// Looks at the live heap around `survivors`, and groups those that are alive.
  ///
  /// - Parameters:
  ///   - survivors: Each object once; positions in the groups are positions here.
  ///   - lenders: Objects whose references are taken to be given back in time.
  static func look(
    at survivors: [ObjectWitness], lenders: [UnsafeRawPointer] = []
  ) -> [SurvivorGroup] {
    var groups: [SurvivorGroup] = []
    for _ in 0..<LeakWatch.lastLooks {
      let positions = survivors.indices.filter { survivors[$0].isAlive }
      if positions.isEmpty { return [] }
      let alive = positions.map { survivors[$0] }
      groups = look(atLiving: alive, lenders: lenders).map { $0.renumbered(positions) }
      // What was read of an object that has gone meanwhile is not what it referred to.
      if alive.allSatisfy(\.isAlive) { break }
    }
    return groups
  }

  private static func look(
    atLiving survivors: [ObjectWitness], lenders: [UnsafeRawPointer]
  ) -> [SurvivorGroup] {
    let own = Set(survivors.map(\.address))
    let others = lenders.filter { !own.contains(UInt(bitPattern: $0)) }
    let snapshot: HeapSnapshot
    do {
      snapshot = try HeapReader.shared.snapshot(from: survivors.map(\.pointer) + others)
    } catch {
      return [unread(survivors.count, because: error.reason)]
    }
    return groups(
      of: survivors.count, in: HeapEvidence(snapshot),
      lenders: Set(snapshot.addresses.indices.filter { lenders.contains(snapshot.addresses[$0]) }),
      keptByGlobals: { GlobalHolders.keep($0, in: snapshot) })
  }

  /// The one group where the heap cannot be read at all.
  private static func unread(_ count: Int, because reason: String) -> SurvivorGroup {
    SurvivorGroup(
      typeName: "objects", judgement: .inconclusive(reason), members: Array(0..<count))
  }

  private func renumbered(_ positions: [Int]) -> SurvivorGroup {
    var group = self
    group.members = members.map { positions[$0] }
    group.dragged = dragged.map { positions[$0] }
    group.subject = subject.map { positions[$0] }
    return group
  }
}

extension [UnsafeRawPointer] {
  fileprivate func contains(_ address: UInt) -> Bool {
    contains { UInt(bitPattern: $0) == address }
  }
}
