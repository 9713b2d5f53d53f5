import HeapReading

/// Puts together what was found about the named and the unnamed objects of a scope.
struct FindingAssembly {
  let check: CheckedObjects
  let outcome: CheckOutcome
  /// The objects that the scope's code named, with their position among those of the check.
  let named: [(position: Int, object: TrackedObject)]
  /// What was recorded of the others.
  let recorded: [RecordedObject]
  /// The line that stands for objects without one of their own.
  let location: CodeLocation
  /// Why nothing can be said of an object that is there, unless it is proven to be leaked for good.
  let obstacle: String?

  /// The findings: those on named objects first.
  func findings() -> ScopeFindings {
    var findings = ScopeFindings()
    let names = Set(named.map(\.position))
    let groups = (outcome.reading?.groups ?? []).map {
      GroupFinding($0, after: outcome, of: check, recorded: recorded, obstacle: obstacle)
    }
    findings.leaks = reportOnNamed(groups).leaks
    for finding in groups where names.isDisjoint(with: finding.group.members) {
      // A closure that is still waiting to be called, and keeps no object, is nobody's leak.
      if !finding.group.concernsInstance, !finding.isLeaked { continue }
      let leak = finding.leak(at: location)
      if finding.isKeptByGlobal {
        findings.kept.merge(leak)
      } else if case .inconclusive = finding.verdict {
        findings.uncertain.merge(leak)
      } else {
        findings.leaks.merge(leak)
      }
    }
    return findings
  }

  /// The report on the named objects, without those that another leak alone keeps alive.
  private func reportOnNamed(_ groups: [GroupFinding]) -> LeakReport {
    let told = groups.filter { !$0.isKeptByGlobal }
    let explained = Set(told.flatMap(\.group.dragged))
    var objects: [TrackedObject] = []
    var verdicts: [Verdict] = []
    var retained: [UInt: RetainedObjects] = [:]
    for (position, object) in named {
      var verdict = outcome.verdict(
        on: position, of: check, typeName: object.typeName, obstacle: obstacle)
      if case .held = verdict, explained.contains(position) { continue }
      if let finding = told.first(where: { $0.group.members.contains(position) }) {
        retained[object.witness.address] = finding.group.retainedIfAny
        // Seen from one object alone, a cycle that another leak leads to looks held.
        if case .held = verdict, finding.isLeaked { verdict = finding.verdict }
      }
      objects.append(object)
      verdicts.append(verdict)
    }
    return LeakReport(on: objects, verdicts: verdicts) { retained[$0.witness.address] }
  }
}
