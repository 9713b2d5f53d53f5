import HeapReading

/// A group of objects that stayed, with what was found out about it.
struct GroupFinding {
  let group: SurvivorGroup

  /// What became of the object that stands for the group.
  var verdict: Verdict

  /// Whether a variable that outlives the test keeps the objects: that is what it is there for.
  let isKeptByGlobal: Bool

  /// The call that made the object, where its allocation was recorded.
  private let created: AllocationSite?

  /// - Parameters:
  ///   - recorded: What was recorded of the objects.
  ///   - obstacle: Why nothing can be said of an object that is there, unless it is proven to be leaked for good.
  init(
    _ group: SurvivorGroup, after outcome: CheckOutcome, of check: CheckedObjects,
    recorded: [RecordedObject], obstacle: String? = nil
  ) {
    self.group = group
    verdict = outcome.verdict(on: group, of: check)
    isKeptByGlobal = verdict.isHeldByGlobal
    if let obstacle, !group.judgement.isFinal, !isKeptByGlobal {
      verdict = .inconclusive(obstacle)
    }
    let address = group.subject.map { check.objects[$0].address }
    created = recorded.first { $0.witness.address == address }
      .flatMap { AllocationSite($0.site, of: group.typeName) }
  }

  var isLeaked: Bool { if case .leaked = verdict { true } else { false } }

  /// What is told of the group, for which the line at `location` stands.
  func leak(at location: CodeLocation) -> Leak {
    Leak(
      typeName: typeName, verdict: verdict, location: location, retained: group.retainedIfAny,
      created: created)
  }

  /// The type of the object that the report is about.
  private var typeName: String {
    guard case .leaked(let path) = verdict, !path.isLostRetain, path.approach == nil else {
      return group.typeName
    }
    return path.start
  }
}

extension SurvivorGroup {
  /// What goes with the objects, unless that is nothing.
  var retainedIfAny: RetainedObjects? { retained.count > 0 ? retained : nil }
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
