import HeapReading

extension LeakFreeScope {
  /// What a scope is asked when its code has ended.
  package struct Question: Sendable {
    /// How long the objects may take to go.
    package var grace: Duration
    /// What is not reported.
    package var ignored: [IgnoredLeak]
    /// The line that stands for objects that have none of their own.
    package var location: CodeLocation
    /// Objects whose references are taken to be given back in time: the running test case, an error in flight.
    package var lenders: [TrackedLender]

    /// Creates a question.
    package init(
      within grace: Duration, ignoring ignored: [IgnoredLeak] = [], at location: CodeLocation,
      lenders: [TrackedLender] = []
    ) {
      self.grace = grace
      self.ignored = ignored
      self.location = location
      self.lenders = lenders
    }
  }

  /// Ends the scope, and finds out what became of its objects. Suspends while there is something to wait for.
  package func settle(
    _ question: Question, isolation: isolated (any Actor)? = #isolation
  ) async -> ScopeFindings {
    let start = SuspendingClock.now
    let named = self.named.tracked
    let verdicts = await LeakCheck.verdicts(on: named, within: question.grace)
    let check = ScopeCheck(self, named: Array(zip(named, verdicts)), question)
    var watch = check.watch()
    return check.findings(from: await watch.run(since: start))
  }

  /// Ends the scope, and finds out what became of its objects. Blocks while there is something to wait for, or
  /// runs the main run loop, as `place` says.
  @available(*, noasync)
  package func settle(
    _ question: Question, waiting place: WaitingPlace = .current
  ) -> ScopeFindings {
    let start = SuspendingClock.now
    let named = self.named.tracked
    let verdicts = LeakCheck.verdicts(on: named, within: question.grace, waiting: place)
    let check = ScopeCheck(self, named: Array(zip(named, verdicts)), question)
    var watch = check.watch(obstacle: place.obstacle)
    return check.findings(from: watch.run(since: start, waiting: place))
  }
}

/// An object that holds others for the time of a check only.
package struct TrackedLender: Sendable {
  fileprivate let address: UInt

  /// `object` must live until the check is over.
  package init(_ object: AnyObject) {
    address = UInt(bitPattern: ObjectIdentifier(object))
  }

  /// `error` must live until the check is over.
  package init?(_ error: any Error) {
    #if canImport(ObjectiveC)
      return nil
    #else
      // An existential of `Error` is one reference, to the box of the value. Optional, so that it is not opened.
      let box: (any Error)? = error
      address = withUnsafeBytes(of: box) { $0.count == 8 ? $0.load(as: UInt.self) : 0 }
      if address == 0 { return nil }
    #endif
  }

  fileprivate var pointer: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: address) }
}

/// The check of one scope's objects.
private struct ScopeCheck {
  private let named: [(object: TrackedObject, verdict: Verdict)]
  private let survivors: [ObjectWitness]
  private let lenders: [UnsafeRawPointer]
  private let recorded: [RecordedObject]
  private let question: LeakFreeScope.Question
  /// Keeps the lenders' memory readable.
  private let told: [TrackedObject]

  init(
    _ scope: LeakFreeScope, named: [(TrackedObject, Verdict)],
    _ question: LeakFreeScope.Question
  ) {
    self.named = named
    self.question = question
    // What inner checks have told of is not told again, nor what only that keeps alive.
    told = scope.named.reported.filter(\.isAlive)
    lenders = question.lenders.compactMap(\.pointer) + told.map(\.witness.pointer)
    var addresses = Set(lenders.map { UInt(bitPattern: $0) })
    recorded = scope.allocations?.survivors() ?? []
    survivors =
      (recorded.map(\.witness) + named.map(\.0.witness).filter(\.isAlive))
      .filter { addresses.insert($0.address).inserted }
    scope.allocations?.close()
    UnattributedPool.current?.noteJudged(survivors, by: scope.allocations?.id)
  }

  func watch(obstacle: String? = nil) -> SurvivorWatch {
    SurvivorWatch(
      within: question.grace,
      anyIsAlive: { survivors.contains(where: \.isAlive) },
      look: {
        var groups = SurvivorGroup.look(at: survivors, lenders: lenders)
          .filter { !question.ignored.cover($0) }
        if let obstacle {
          for index in groups.indices where !groups[index].isLeaked {
            groups[index].judgement = .inconclusive(obstacle)
          }
        }
        return groups
      })
  }

  func findings(from groups: [SurvivorGroup]) -> ScopeFindings {
    defer { withExtendedLifetime(told) {} }
    let addresses = Set(named.map(\.object.witness.address))
    return FindingAssembly(
      named: named, addresses: survivors.map(\.address),
      groups: groups.namingHolders(of: survivors) { !addresses.contains(survivors[$0].address) }
        .namingSites(of: survivors, recorded: recorded),
      location: question.location
    ).findings()
  }
}
