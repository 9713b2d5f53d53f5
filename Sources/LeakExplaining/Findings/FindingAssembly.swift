import LeakDeciding
import LeakHeapModel
import LeakHeapReading

/// Puts together what was found about the named and the unnamed objects of a scope.
package struct FindingAssembly {
  private let explainer: OutcomeExplainer
  private var outcome: CheckOutcome { explainer.outcome }
  /// The objects that the scope's code named, in the order of the check's.
  private let named: [TrackedObject]
  /// The line that stands for objects without one of their own.
  private let location: CodeLocation

  /// - Parameter obstacle: Why nothing can be said of an object that is there, unless it can be proven to be leaked for good.
  package init(
    _ outcome: CheckOutcome, on named: [TrackedObject], at location: CodeLocation,
    obstacle: String? = nil
  ) {
    explainer = OutcomeExplainer(outcome, obstacle: obstacle)
    self.named = named
    self.location = location
  }

  /// The findings: those on named objects first.
  package func findings() -> ScopeFindings {
    var leaks = LeakTally()
    var ofLibraries = LeakTally()
    var uncertain = LeakTally()
    var kept = LeakTally()
    // Of objects that are held nobody asks for them.
    lazy var positions = outcome.reading?.positions ?? [:]
    let groups = (outcome.reading?.groups ?? []).map {
      GroupFinding($0, by: explainer) { positions[$0] }
    }
    let told = told(among: groups)
    let (report, isLeaked) = reportOnNamed(groups, besides: told)
    // The groups that follow are others than those of the named objects.
    for (index, leak) in report.leaks.enumerated() { leaks.add(leak, of: -1 - index) }
    let namedCauses = Set(report.leaks.map(\.fingerprint))
    for finding in told {
      // The cycle is told with the named object that it leads to.
      if finding.isLeaked,
        finding.group.retainedSurvivors.contains(where: { $0 < named.count && isLeaked[$0] })
      {
        continue
      }
      let leak = finding.leak(at: location)
      let component = finding.group.component
      if finding.isKeptByGlobal {
        kept.add(leak, of: component)
      } else if finding.isPossiblyKept {
        uncertain.add(leak, of: component)
      } else if leak.libraryLeak != nil, !namedCauses.contains(leak.fingerprint) {
        ofLibraries.add(leak, of: component, with: finding.members)
      } else {
        leaks.add(leak, of: component, with: finding.members)
      }
    }
    for leak in unreadOthers { leaks.add(leak) }
    var late = LeakTally()
    for leak in report.late + lateOthers { late.add(leak) }
    return ScopeFindings(
      leaks: leaks.leaks, ofLibraries: ofLibraries.leaks, late: late.leaks,
      uncertain: uncertain.leaks, kept: kept.leaks)
  }

  /// The groups that are told for themselves: the others are told with a named object, or not at all.
  private func told(among groups: [GroupFinding]) -> [GroupFinding] {
    let consequences = self.consequences(among: groups)
    return groups.filter { finding in
      let group = finding.group
      // A closure that is still waiting to be called, and keeps no object, is nobody's leak.
      return !concernsName(finding) && (group.concernsInstance || finding.isLeaked)
        && group.concernsProgram && !consequences.contains(group.component)
    }
  }

  /// Whether a group is told as a named object: one of its own, or the one that its closures keep.
  private func concernsName(_ finding: GroupFinding) -> Bool {
    finding.keptSubject.map(named.indices.contains) == true
      || finding.group.members.contains(where: named.indices.contains)
  }

  /// The named objects of which nothing more is told than of those that keep them.
  private func explained(by groups: [GroupFinding], besides told: [GroupFinding]) -> Set<Int> {
    var explained = outcome.reading?.keptByIgnored ?? []
    // What a library leaks, or a variable only may keep, need not fail the test: it explains nothing that is asked for by name.
    func note(_ finding: GroupFinding, but subject: Int? = nil) {
      if finding.isKeptByGlobal || finding.isPossiblyKept { return }
      // An object of the subject's cycle may be told for it.
      let told = subject.map { [$0, explainer.representative(of: $0)] } ?? []
      explained.formUnion(finding.explained.lazy.filter { !told.contains($0) })
    }
    for finding in told where finding.leak(at: location).libraryLeak == nil { note(finding) }
    for finding in groups where concernsName(finding) { note(finding, but: finding.keptSubject) }
    return explained
  }

  /// The cycles without an instance of the program's that others lead to which have some: a reader of a stream, say, which ends when
  /// what owns the stream's continuation has gone. What remains of them then is told then.
  private func consequences(among groups: [GroupFinding]) -> Set<HeapLook.ComponentID> {
    let leaked = groups.filter(\.isLeaked)
    let others = leaked.filter { !$0.group.concernsInstance }.map(\.group.component)
    guard !others.isEmpty, case .success(let look)? = explainer.look else { return [] }
    let isReached = look.look.condensation.reached(
      from: leaked.lazy.filter(\.group.concernsInstance).map(\.group.component))
    return Set(others.filter { isReached[$0] })
  }

  /// What is told of objects that nobody named and that went late.
  private var lateOthers: [Leak] {
    outcome.lateOthers.compactMap { late in
      late.end.map { end in
        Leak(
          typeName: late.typeName,
          verdict: .late(after: end, heldBy: [Holder](late.holder)),
          location: location, created: explainer.site(of: late.object.site, of: late.typeName))
      }
    }
  }

  /// What is told of objects that nobody named where the heap could not be read: they are there, and nobody knows why.
  private var unreadOthers: [Leak] {
    guard let reading = outcome.reading, case .failure(let error) = reading.look else { return [] }
    return reading.recorded.compactMap { object in
      guard let module = object.type.module, !HeapObjectType.isToolchains(module: module),
        object.witness.isAlive
      else { return nil }
      return Leak(
        typeName: object.type.name, verdict: .inconclusive(error.reason), location: location,
        created: explainer.site(of: object.site, of: object.type.name))
    }
  }

  /// The report on the named objects, without those that another leak alone keeps alive; and which
  /// of them are told to be leaked.
  ///
  /// - Parameter told: The groups that are told for themselves.
  private func reportOnNamed(
    _ groups: [GroupFinding], besides told: [GroupFinding]
  ) -> (report: LeakReport, isLeaked: [Bool]) {
    if named.isEmpty { return (LeakReport(leaks: []), []) }
    let reported = groups.filter { !$0.isKeptByGlobal }
    let explained = explained(by: groups, besides: told)
    // The first group that each object is in.
    var groupOfMember: [Int: Int] = [:]
    for (index, finding) in reported.enumerated() {
      for member in finding.group.members {
        groupOfMember[member] = groupOfMember[member] ?? index
      }
    }
    var objects: [TrackedObject] = []
    var verdicts: [Verdict] = []
    var retained: [UInt: LeakSize] = [:]
    var isLeaked = [Bool](repeating: false, count: named.count)
    var counted: Set<Int> = []
    var components: [HeapLook.ComponentID?] = []
    // The index of each among the objects, and those that others represent.
    var indices = [Int?](repeating: nil, count: named.count)
    var represented: [(index: Int, by: Int)] = []
    let answers = NamedVerdicts(explainer, on: named)
    for (position, object) in named.enumerated() {
      var verdict = answers[position]
      let representative = explainer.representative(of: position)
      if case .held = verdict,
        explained.contains(position) || explained.contains(representative)
      {
        continue
      }
      if let group = groupOfMember[position] {
        // What goes with several objects is counted once.
        if counted.insert(group).inserted {
          retained[object.witness.address] = reported[group].group.retainedIfAny
        }
        // Seen from one object alone, a cycle that another leak leads to looks held.
        if case .held = verdict, reported[group].isLeaked { verdict = reported[group].verdict }
      }
      if case .leaked = verdict { isLeaked[position] = true }
      components.append(answers.components[position])
      if representative != position, verdict == answers[position] {
        represented.append((objects.count, representative))
      }
      indices[position] = objects.count
      objects.append(object)
      verdicts.append(verdict)
    }
    // What is named itself is not counted among what goes with others.
    for (index, finding) in reported.enumerated() where counted.contains(index) {
      guard let head = finding.group.members.first(where: named.indices.contains),
        var rest = retained[named[head].witness.address]
      else { continue }
      for position in finding.group.retainedSurvivors
      where position < named.count && isLeaked[position] {
        rest.count -= 1
        rest.bytes -= outcome.reading?.size(ofObjectAt: position) ?? 0
      }
      retained[named[head].witness.address] = rest.count > 0 ? rest : nil
    }
    var representatives: [Int: Int] = [:]
    for (index, position) in represented {
      if let own = indices[position], verdicts[own] == verdicts[index] {
        representatives[index] = own
      }
    }
    let report = LeakReport(
      on: objects, verdicts: verdicts, representatives: representatives, groups: components
    ) {
      retained[$0.witness.address]
    }
    return (report, isLeaked)
  }
}
