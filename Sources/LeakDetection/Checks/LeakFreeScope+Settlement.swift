import LeakBase
import LeakDeciding
import LeakExplaining
import LeakHeapReading
import LeakHeapRecording

extension LeakFreeScope {
  /// What a scope is asked when its code has ended.
  package struct Query: Sendable {
    /// How long the objects may take to go.
    package var grace: Duration
    /// What is not reported.
    package var ignored: [IgnoredLeak]
    /// The line that stands for objects that have none of their own.
    package var location: CodeLocation
    /// Whether what globals and caches keep is told.
    package var notesCaches: Bool
    /// Whether to find out what holds named objects that then go late.
    var reportsLateHolders: Bool
    /// Whether objects that nobody named and that go late are told as well.
    package var notesLate: Bool
    /// Objects whose references are taken to be given back in time: the running test case, an error in flight.
    package var transientRoots: [TransientRoot]
    /// Whether what any check has reported is not reported again, nor what only that keeps alive.
    package var leavesOutReported = false
    /// Whether what was allocated in no scope while this one was open is checked as well.
    package var takesPooled = false

    /// Creates a question.
    package init(
      within grace: Duration, ignoring ignored: [IgnoredLeak] = [], notingCaches: Bool = false,
      reportingLateHolders: Bool = false, notingLate: Bool = false, at location: CodeLocation,
      transientRoots: [TransientRoot] = []
    ) {
      self.grace = grace
      self.ignored = ignored
      notesCaches = notingCaches
      reportsLateHolders = reportingLateHolders
      notesLate = notingLate
      self.location = location
      self.transientRoots = transientRoots
    }
  }

  /// Ends the scope, and finds out what became of its objects. Suspends while there is something to wait for.
  package func settle(
    _ query: Query, isolation: isolated (any Actor)? = #isolation
  ) async -> ScopeFindings {
    guard let check = end(query) else { return ScopeFindings() }
    return check.findings(after: await LeakCheck.outcome(of: check.objects))
  }

  /// Ends the scope, and finds out what became of its objects. Blocks while there is something to wait for, or
  /// runs the main run loop, as `place` says.
  @available(*, noasync)
  package func settle(
    _ query: Query, waiting place: @autoclosure () -> WaitingPlace = .current
  ) -> ScopeFindings {
    end(query)?.settle(waiting: place()) ?? ScopeFindings()
  }

  /// Ends the scope; `nil` when all its objects are gone.
  package func end(_ query: Query) -> EndedScope? { EndedScope(self, query) }
}

/// An object that holds others for the time of a check only.
package struct TransientRoot: Sendable {
  let address: UInt
  /// Whether it is an error that the check has caught: then named objects go with it as well.
  let isThrown: Bool

  /// `object` must live until the check is over.
  package init(_ object: AnyObject) {
    address = UInt(bitPattern: ObjectIdentifier(object))
    isThrown = false
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
      isThrown = true
    #endif
  }
}

/// A scope that has ended, of whose objects some are alive.
package struct EndedScope: Sendable {
  /// What is asked.
  fileprivate let objects: CheckedObjects
  private let named: [TrackedObject]
  private let query: LeakFreeScope.Query
  /// Keeps the transient roots' memory readable.
  private let reported: [ObjectWitness]

  /// Ends the scope; `nil` when all its objects are gone.
  fileprivate init?(_ scope: LeakFreeScope, _ query: LeakFreeScope.Query) {
    let tracked = scope.named.close()
    let told = scope.named.reported
    var pooled = query.takesPooled ? scope.allocations?.pooled().map(\.object) ?? [] : []
    let others = scope.allocations?.end()
    // The usual case: nothing is named, and nothing stays.
    if tracked.isEmpty, told.isEmpty, pooled.isEmpty, others == nil { return nil }
    self.query = query
    // What inner checks have told of is not told again, nor what only that keeps alive.
    reported = told.filter(\.isAlive)
    let transientRoots =
      query.transientRoots.map(\.address) + reported.map(\.address)
      + (query.leavesOutReported ? ReportedObjects.living : [])
    let addresses = Set(transientRoots)
    named = tracked.filter { !addresses.contains($0.witness.address) }
    let dropped = addresses.union(named.map(\.witness.address))
    others?.drop(at: dropped)
    pooled.removeAll { dropped.contains($0.witness.address) }
    if others == nil, pooled.isEmpty, !named.contains(where: \.isAlive) { return nil }
    var objects =
      CheckedObjects(
        named: named.map(\.witness), labels: ObjectLabels(of: named), others: others,
        recorded: pooled, ignored: query.ignored, notesCaches: query.notesCaches,
        transientRoots: transientRoots,
        thrown: query.transientRoots.first(where: \.isThrown)?.address,
        caller: scope.named.caller,
        grace: query.grace, reportsLateHolders: query.reportsLateHolders,
        notesLateOthers: query.notesLate
      ).recognizingHolders
    if let pool = UnattributedPool.current {
      let label = scope.label
      objects.noteKept = { pool.noteKept($0, by: label, ignoring: query.ignored) }
    }
    self.objects = objects
  }

  /// Finds out what became of the objects. Blocks while there is something to wait for, or runs the main run loop, as `place` says.
  @available(*, noasync)
  package func settle(waiting place: WaitingPlace) -> ScopeFindings {
    findings(after: LeakCheck.outcome(of: objects, waiting: place), obstacle: place.obstacle)
  }

  fileprivate func findings(
    after outcome: CheckOutcome, obstacle: String? = nil
  ) -> ScopeFindings {
    defer { withExtendedLifetime(reported) {} }
    if let reading = outcome.reading {
      UnattributedPool.current?.noteJudged(reading.objects)
    }
    return OwnThread.withRoom {
      FindingAssembly(
        outcome, on: named, at: query.location, obstacle: obstacle
      ).findings()
    }
  }
}
