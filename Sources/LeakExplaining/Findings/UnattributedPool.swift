import LeakBase
import LeakDeciding
import LeakHeapModel
import LeakHeapReading
import LeakHeapRecording
import LeakHeapRoots

/// Owns what is allocated in no test's name while its tests run: in detached tasks, on Dispatch queues, on threads.
package final class UnattributedPool: Sendable {
  /// The pool of the code around.
  @TaskLocal package static var current: UnattributedPool?

  /// Whether what it is told of fails a test.
  package let failsTests: Bool

  private let allocations: AllocationScope?

  /// The scopes of all pools, which are no tests'.
  private static let pools = VisibleMutex<Set<AllocationScope.ID>>([])

  private struct State {
    /// What it has not judged, since variables keep it.
    var kept = KeptSurvivors()
    /// What the scopes inside have judged. What it keeps alive is theirs.
    var judged: [ObjectWitness] = []
    /// The scopes inside, each once.
    var tests: [AllocationScope.ID] = []
  }

  private let state = VisibleMutex(State())

  /// Opens a pool.
  ///
  /// - Parameters:
  ///   - label: what its code is called: a suite's name.
  ///   - failsTests: Whether what it is told of fails a test.
  package init(label: String, failsTests: Bool) {
    self.failsTests = failsTests
    allocations = AllocationScope(
      label: ScopeLabel(label), inherits: false, asksUnattributed: true)
    if let id = allocations?.id { Self.pools.withLock { _ = $0.insert(id) } }
  }

  /// Leaves out what tasks do that have a task-local value of a type of `module`, as the current task has, and are no test's
  /// of this or another pool: they are tests that nobody checks.
  package static func leaveOutOtherTests(of module: String) {
    AllocationRecorder.leaveOutTasks(withValuesOf: module)
  }

  /// Calls `body` with this as the current pool.
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self) {
      guard let allocations else { return try body() }
      return try allocations.run(body)
    }
  }

  /// Calls `body`, and what that makes, with this as the current pool.
  package func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$current.withValue(self) {
      guard let allocations else { return try await body() }
      return try await allocations.run(body)
    }
  }

  /// Remembers a scope inside, from its beginning: one that ends with an error need not judge anything.
  package func noteOpened(_ scope: AllocationScope.ID) {
    state.withLock { $0.tests.append(scope) }
  }

  /// Remembers the survivors that a scope inside has judged.
  package func noteJudged(_ survivors: [ObjectWitness]) {
    state.withLock { $0.judged += survivors }
  }

  /// Remembers what a scope inside does not judge since a variable keeps it that outlives its test.
  ///
  /// - Parameter ignored: What the scope does not report.
  package func noteKept(
    _ objects: Survivors, by label: ScopeLabel, ignoring ignored: [IgnoredLeak]
  ) {
    let gone = state.withLock {
      $0.kept.add(KeptSurvivors.Entry(objects: objects, label: label, ignored: ignored))
    }
    withExtendedLifetime(gone) {}
  }

  /// The leaks that no test inside has told of: those that belong to none for certain, and what a variable kept at the end of a
  /// test. To be asked once, at the end.
  ///
  /// Only cycles are told: what is still held may be in use by whoever allocated it.
  package func findings(
    ignoring ignored: [IgnoredLeak], at location: CodeLocation
  ) -> [UnattributedLeak] {
    guard let allocations else { return [] }
    let pooled = allocations.pooled()
    let (judged, tests, kept) = state.withLock {
      ($0.judged.filter(\.isAlive), Set($0.tests), $0.kept.entries)
    }
    if pooled.isEmpty, kept.isEmpty { return [] }
    kept.dropKept(by: .shared)
    let claimed = judged + ReportedObjects.livingOrNamed
    let pools = Self.pools.withLock(\.self)
    let candidates = PoolCandidates(
      pooled, of: tests, besides: pools, kept, except: Set(claimed.map(\.address)))
    if candidates.objects.isEmpty { return [] }
    return withExtendedLifetime(claimed) {
      let check = CheckedObjects(
        named: [], recorded: candidates.objects, ignored: ignored,
        transientRoots: claimed.map(\.address), grace: .zero)
      return Self.findings(CheckReading.lookAtDoubts(of: check, by: .shared), among: candidates) {
        Leak(typeName: $0, verdict: $1, location: location, retained: $2)
      }
    }
  }

  private static func findings(
    _ reading: CheckReading, among candidates: PoolCandidates,
    at leak: (String, Verdict, LeakSize?) -> Leak
  ) -> [UnattributedLeak] {
    guard case .success(let look) = reading.look else { return [] }
    let explainer = LookExplainer(look)
    var findings: [UnattributedLeak] = []
    // What a survivor of a test reaches belongs to that test, and what another test names or has told of is that one's. So is what
    // forms a cycle with an object that was allocated in a scope: who has the scope tells of it, unless a variable kept it.
    for group in reading.groups
    where group.judgement.isLeaked && (group.judgement.isProven || group.concernsInstance)
      && !group.isReachedFromTransientRoot
      && look.instances(of: group.component).allSatisfy({
        candidates.own.contains(look.addresses[$0])
      })
    {
      let origins = group.members.compactMap { candidates.origins[reading.objects[$0].address] }
      if origins.contains(where: { $0.ignored.cover(group, in: look) }) { continue }
      let answer = group.representative.flatMap { reading.answers[$0] }
      // Where a guess decides, nothing is told of which a search has not told as much.
      if !group.judgement.isProven, answer?.isTelling != true { continue }
      let verdict = explainer.verdict(on: group, objects: reading.objects, answer: answer).verdict
      guard case .leaked(let path) = verdict else { continue }
      LeakScope.noteReported(group.members.map { reading.objects[$0] })
      let kept = origins.filter(\.wasKept)
      let told = kept.isEmpty ? origins : kept
      findings.add(
        UnattributedLeak(
          leak: leak(path.start, verdict, group.retainedIfAny), wasKept: !kept.isEmpty,
          isProven: group.judgement.isProven, isFinal: group.judgement.isFinal,
          tests: Set(told.flatMap(\.tests)).sorted(),
          others: Set(told.flatMap(\.others)).sorted()))
    }
    return findings
  }
}

extension RootAnswer {
  /// Whether the search has found out whether anything holds the object.
  fileprivate var isTelling: Bool {
    switch self {
    case .held, .unreached, .lost: true
    case .along, .gone, .unknown: false
    }
  }
}

extension HeapLook {
  /// The instances of the program's classes in a component.
  fileprivate func instances(of component: ComponentID) -> [HeapGraph.ObjectID] {
    condensation.components[component].members.filter {
      evidence.graph.visibility(of: $0) == .program
    }
  }
}

/// A leak that no test has told of.
package struct UnattributedLeak: Sendable, Hashable {
  package var leak: Leak

  /// Whether a variable kept the object at the end of the test that allocated it: else it is of no certain test.
  package var wasKept = false

  /// Whether no guess takes part in it: else it is a warning, since nothing is waited for.
  package var isProven = true

  /// Whether nobody can break the cycle any more. Nothing is waited for: a block may be about to break it by a weak reference.
  package var isFinal = true

  /// The tests that allocated what was kept. Of the rest, the names of the tests that are looked at together, of a suite or a single one, and ran when the object was allocated.
  package var tests: [String]

  /// Those of all other tests that ran then, which may be of the same suite where that does not have the trait itself.
  package var others: [String]
}

extension [UnattributedLeak] {
  /// Adds `finding`, or counts it with another of the same defect and the same tests.
  fileprivate mutating func add(_ finding: UnattributedLeak) {
    for index in indices
    where self[index].isOfSameOrigin(as: finding) {
      var tally = LeakTally()
      tally.add(self[index].leak, of: 0)
      tally.add(finding.leak, of: 1)
      guard tally.leaks.count == 1 else { continue }
      self[index].leak = tally.leaks[0]
      self[index].tests = Set(self[index].tests + finding.tests).sorted()
      return
    }
    append(finding)
  }
}

extension UnattributedLeak {
  /// What many tests have kept is told once.
  fileprivate func isOfSameOrigin(as other: UnattributedLeak) -> Bool {
    if isFinal != other.isFinal || isProven != other.isProven { return false }
    return wasKept
      ? other.wasKept : !other.wasKept && tests == other.tests && others == other.others
  }

  /// The leak, headline first, and whose it may be.
  package var report: String {
    """
    \(leak.report)

      \(origin): \(Self.list(tests)).\(otherTests)
    """
  }

  private var origin: String {
    wasKept
      ? "Allocated in these tests, at whose end a variable kept it"
      : "Allocated in a detached task, on a Dispatch queue or on a thread, while these tests ran"
  }

  private var otherTests: String {
    others.isEmpty ? "" : " Other tests ran then, too: \(Self.list(others))."
  }

  /// Where hundreds of tests run at a time, their names would bury what is reported.
  private static let mostNames = 8

  private static func list(_ names: [String]) -> String {
    let rest = names.count - mostNames
    let listed = names.prefix(mostNames).joined(separator: ", ")
    return rest > 0 ? "\(listed), and \(rest) more" : listed
  }
}
