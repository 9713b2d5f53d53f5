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
    let check = ScopeCheck(self, question)
    guard let objects = check.objects else { return ScopeFindings() }
    return check.findings(after: await LeakCheck.outcome(of: objects))
  }

  /// Ends the scope, and finds out what became of its objects. Blocks while there is something to wait for, or
  /// runs the main run loop, as `place` says.
  @available(*, noasync)
  package func settle(
    _ question: Question, waiting place: @autoclosure () -> WaitingPlace = .current
  ) -> ScopeFindings {
    let check = ScopeCheck(self, question)
    guard let objects = check.objects else { return ScopeFindings() }
    let place = place()
    return check.findings(
      after: LeakCheck.outcome(of: objects, waiting: place), obstacle: place.obstacle)
  }
}

/// An object that holds others for the time of a check only.
package struct TrackedLender: Sendable {
  let address: UInt

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

}

/// The check of one scope's objects.
private struct ScopeCheck {
  /// What is asked; `nil` when all objects are gone.
  let objects: CheckedObjects?
  private let named: [(position: Int, object: TrackedObject)]
  private let recorded: [RecordedObject]
  private let question: LeakFreeScope.Question
  /// Keeps the lenders' memory readable.
  private let told: [TrackedObject]

  init(_ scope: LeakFreeScope, _ question: LeakFreeScope.Question) {
    self.question = question
    let tracked = scope.named.tracked
    // What inner checks have told of is not told again, nor what only that keeps alive.
    told = scope.named.reported.filter(\.isAlive)
    let lenders = question.lenders.map(\.address) + told.map(\.witness.address)
    recorded = scope.allocations?.survivors() ?? []
    scope.allocations?.close()
    var positions: [UInt: Int] = [:]
    var witnesses: [ObjectWitness] = []
    var awaited: [Int] = []
    let lent = Set(lenders)
    func add(_ witness: ObjectWitness, isAwaited: Bool) -> Int? {
      if lent.contains(witness.address) { return nil }
      if let known = positions[witness.address] { return known }
      positions[witness.address] = witnesses.count
      if isAwaited { awaited.append(witnesses.count) }
      witnesses.append(witness)
      return witnesses.count - 1
    }
    for object in recorded {
      _ = add(object.witness, isAwaited: object.type.kind == .instance)
    }
    named = tracked.compactMap { object in
      add(object.witness, isAwaited: true).map { ($0, object) }
    }
    UnattributedPool.current?.noteJudged(witnesses, by: scope.allocations?.id)
    let isAllGone = !witnesses.contains(where: \.isAlive)
    objects =
      isAllGone
      ? nil
      : CheckedObjects(
        objects: witnesses, named: Set(named.map(\.position)), awaited: awaited,
        ignored: question.ignored, lenders: lenders, grace: question.grace)
  }

  func findings(after outcome: CheckOutcome, obstacle: String? = nil) -> ScopeFindings {
    defer { withExtendedLifetime(told) {} }
    guard let objects else { return ScopeFindings() }
    return FindingAssembly(
      check: objects, outcome: outcome, named: named, recorded: recorded,
      location: question.location, obstacle: obstacle
    ).findings()
  }
}
