import LeakDeciding
import LeakHeapModel
import LeakHeapReading

/// A group of objects that stayed, with what was found out about it.
package struct GroupFinding {
  let group: SurvivorGroup

  /// What became of the object that stands for the group.
  let verdict: Verdict

  /// Whether what holds the objects is work of variables that outlive the test: a task that a singleton has begun, and alone can end, or
  /// what an initializer has begun.
  private let isOfLastingWork: Bool

  /// Whether such work has made the objects.
  private let isLastingWorksOwn: Bool

  /// The call that made the object, where its allocation was recorded.
  private let created: AllocationSite?

  /// - Parameter position: The position of the object at an address, if it is one of the check's.
  package init(
    _ group: SurvivorGroup, by explainer: OutcomeExplainer, position: (UInt) -> Int?
  ) {
    self.group = group
    let answer = explainer.verdict(on: group)
    verdict = answer.verdict
    isOfLastingWork = answer.isOfLastingWork
    isLastingWorksOwn = answer.isLastingWorksOwn
    // A cycle is told from an object of its own, which is one of the group as a rule.
    let objects = explainer.outcome.reading?.objects ?? []
    let subject =
      answer.start.map { start in
        group.members.first { objects[$0].address == start } ?? position(start)
      } ?? group.subject
    let typeName = Self.typeName(of: group, verdict)
    created = subject.flatMap { subject in
      guard let reading = explainer.outcome.reading, subject >= reading.namedCount else {
        return nil
      }
      return explainer.site(of: reading.recorded[subject - reading.namedCount].site, of: typeName)
    }
  }

  var isLeaked: Bool { if case .leaked = verdict { true } else { false } }

  /// The survivors of which nothing more is told than this.
  var explained: [Int] { group.explained(ifLeaked: isLeaked) }

  /// The object that closures keep which are held: they are told as that.
  var keptSubject: Int? { isLeaked ? nil : group.keptSubject }

  /// Whether a variable that outlives the test keeps the objects, or its work does: that is what it is there for.
  package var isKeptByGlobal: Bool {
    verdict.isHeldByGlobal || isOfLastingWork && (verdict.isSurelyHeld || isLastingWorksOwn)
  }

  /// Whether such a variable may keep them, and nothing else is known to.
  var isPossiblyKept: Bool { verdict.isPossiblyKept || isOfLastingWork && !verdict.isSurelyHeld }

  /// How many objects of each type form the reason, where all that are told may be counted: of objects that are held one is.
  var members: [String: Int] { isLeaked ? group.memberCounts : [:] }

  /// What is told of the group, for which the line at `location` stands.
  package func leak(at location: CodeLocation) -> Leak {
    let typeName = Self.typeName(of: group, verdict)
    return Leak(
      typeName: typeName, count: isLeaked ? group.count(of: typeName) : 1, verdict: verdict,
      location: location, retained: group.retainedIfAny, created: created)
  }

  /// The type of the object that the report is about.
  private static func typeName(of group: SurvivorGroup, _ verdict: Verdict) -> String {
    guard case .leaked(let path) = verdict, !path.isLostRetain, path.approach == nil else {
      return group.typeName
    }
    return path.start
  }
}

extension SurvivorGroup {
  /// How many of the objects that form the reason are called so; the report is about one at least.
  fileprivate func count(of typeName: String) -> Int {
    memberCounts[typeName] ?? 1
  }

  /// What goes with the objects, unless that is nothing.
  var retainedIfAny: LeakSize? { retained.count > 0 ? retained : nil }
}
