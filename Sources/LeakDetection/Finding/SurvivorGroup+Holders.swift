import HeapReading

extension [SurvivorGroup] {
  /// The groups, with the place that holds each object which something outside keeps alive.
  ///
  /// It takes a search of the whole process, and so is asked only of what is to be reported: of groups all of
  /// whose members, by their positions, are `included`.
  func namingHolders(
    of survivors: [ObjectWitness], where included: (Int) -> Bool = { _ in true }
  ) -> [SurvivorGroup] {
    var groups = self
    let asked = indices.filter {
      groups[$0].isHeldFromUnknownPlace && groups[$0].members.allSatisfy(included)
    }
    let objects = asked.compactMap { index in
      groups[index].subject.map {
        HolderSearch.Subject(witness: survivors[$0], typeName: groups[index].typeName)
      }
    }
    let verdicts = HolderSearch.refined(asked.map { groups[$0].verdict }, on: objects)
    for (index, verdict) in zip(asked, verdicts) {
      groups[index].found = verdict
      if verdict.isHeldByGlobal { groups[index].isKeptByGlobal = true }
    }
    return groups
  }
}

extension [SurvivorGroup] {
  /// The groups, with the call that made each object which a report is about, as far as it is `recorded`.
  func namingSites(of survivors: [ObjectWitness], recorded: [RecordedObject]) -> [SurvivorGroup] {
    let calls = Dictionary(recorded.map { ($0.witness.address, $0.site) }) { first, _ in first }
    return map { group in
      var group = group
      if let subject = group.subject, let calls = calls[survivors[subject].address] {
        group.created = AllocationSite(calls, of: group.typeName)
      }
      return group
    }
  }
}

extension SurvivorGroup {
  fileprivate var isHeldFromUnknownPlace: Bool {
    guard case .held = judgement, subject != nil else { return false }
    return !isKeptByGlobal
  }
}

extension Verdict {
  /// Whether a variable of the program's is sure to hold the object.
  fileprivate var isHeldByGlobal: Bool {
    guard case .held(let holders) = self else { return false }
    return holders.contains {
      if case .place(let place, let path) = $0 {
        place.kind == .global && path.isSure
      } else {
        false
      }
    }
  }
}
