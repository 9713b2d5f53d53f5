/// Puts together what was found about the named and the unnamed objects of a scope.
struct FindingAssembly {
  /// The objects that the scope's code named, and what became of each.
  let named: [(object: TrackedObject, verdict: Verdict)]
  /// The address of each survivor, by position.
  let addresses: [UInt]
  /// How the survivors are grouped.
  let groups: [SurvivorGroup]
  /// The line that stands for objects without one of their own.
  let location: CodeLocation

  /// The findings: those on named objects first.
  func findings() -> ScopeFindings {
    var findings = ScopeFindings()
    let names = Set(named.map(\.object.witness.address))
    findings.leaks = reportOnNamed().leaks
    for group in groups where !group.members.contains(where: { names.contains(addresses[$0]) }) {
      // A closure that is still waiting to be called, and keeps no object, is nobody's leak.
      if !group.concernsInstance, !group.isLeaked { continue }
      let leak = group.leak(at: location)
      if group.isKeptByGlobal {
        findings.kept.merge(leak)
      } else if group.isInconclusive {
        findings.uncertain.merge(leak)
      } else {
        findings.leaks.merge(leak)
      }
    }
    return findings
  }

  /// The report on the named objects, without those that another leak alone keeps alive.
  private func reportOnNamed() -> LeakReport {
    let told = groups.filter { !$0.isKeptByGlobal }
    let explained = Set(told.flatMap { group in group.dragged.map { addresses[$0] } })
    var objects: [TrackedObject] = []
    var verdicts: [Verdict] = []
    var retained: [UInt: RetainedObjects] = [:]
    for (object, verdict) in named {
      var verdict = verdict
      let address = object.witness.address
      if case .held = verdict, explained.contains(address) { continue }
      if let group = told.first(where: { $0.members.contains { addresses[$0] == address } }) {
        retained[address] = group.retainedIfAny
        // Seen from one object alone, a cycle that another leak leads to looks held.
        if case .held = verdict, group.isLeaked { verdict = group.verdict }
      }
      objects.append(object)
      verdicts.append(verdict)
    }
    return LeakReport(on: objects, verdicts: verdicts) { retained[$0.witness.address] }
  }
}

extension SurvivorGroup {
  /// What is told of the group, for which the line at `location` stands.
  func leak(at location: CodeLocation) -> Leak {
    Leak(
      typeName: typeName, verdict: verdict, location: location, retained: retainedIfAny,
      created: created)
  }

  /// What goes with the objects, unless that is nothing.
  fileprivate var retainedIfAny: RetainedObjects? { retained.count > 0 ? retained : nil }
}
