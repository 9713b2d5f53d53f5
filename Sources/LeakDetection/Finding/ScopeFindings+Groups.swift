import HeapReading

/// Puts together what was found about the named and the unnamed objects of a scope.
struct FindingAssembly {
  let outcome: CheckOutcome
  /// The objects that the scope's code named, in the order of the check's.
  let named: [TrackedObject]
  /// The line that stands for objects without one of their own.
  let location: CodeLocation
  /// Why nothing can be said of an object that is there, unless it can be proven to be leaked for good.
  let obstacle: String?

  /// The findings: those on named objects first.
  func findings() -> ScopeFindings {
    var findings = ScopeFindings()
    let groups = (outcome.reading?.groups ?? []).map {
      GroupFinding($0, after: outcome, obstacle: obstacle)
    }
    let report = reportOnNamed(groups)
    findings.leaks = report.leaks
    findings.late = report.late
    for finding in groups where !finding.group.members.contains(where: named.indices.contains) {
      // A closure that is still waiting to be called, and keeps no object, is nobody's leak.
      if !finding.group.concernsInstance, !finding.isLeaked { continue }
      if !finding.group.concernsProgram { continue }
      let leak = finding.leak(at: location)
      if finding.isKeptByGlobal {
        findings.kept.merge(leak)
      } else if finding.verdict.isPossiblyKept {
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
    for (position, object) in named.enumerated() {
      var verdict = outcome.verdict(
        on: position, typeName: object.typeName, obstacle: obstacle)
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
