import LeakBase
import LeakDeciding
import LeakHeapModel
import LeakHeapReading
import LeakHeapRecording

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

  /// The leaks that belong to no test for certain. To be asked once, at the end.
  ///
  /// Only cycles are told: what is still held may be in use by whoever allocated it.
  package func findings(
    ignoring ignored: [IgnoredLeak], at location: CodeLocation
  ) -> [UnattributedLeak] {
    guard let allocations else { return [] }
    let pooled = allocations.pooled()
    if pooled.isEmpty { return [] }
    let (judged, tests) = state.withLock { ($0.judged.filter(\.isAlive), Set($0.tests)) }
    let claimed = judged + ReportedObjects.livingOrNamed
    let known = Set(claimed.map(\.address))
    // What was allocated while no test in here ran is not in here.
    let objects = pooled.filter { object in
      !known.contains(object.object.witness.address)
        && object.scopes.contains { tests.contains($0.id) }
    }
    if objects.isEmpty { return [] }
    return withExtendedLifetime(claimed) {
      let check = CheckedObjects(
        named: [], ignored: ignored, transientRoots: claimed.map(\.address), grace: .zero)
      let look = { CheckReading.look(at: objects.map(\.object), of: check, by: .shared) }
      var reading = look()
      // What other suites have made goes meanwhile.
      for number in 1..<CheckReading.mostLooks where reading.isChanging {
        Settling.pause(afterLook: number)
        reading = look()
      }
      let pools = Self.pools.withLock(\.self)
      let own = Set(pooled.map(\.object.witness.address))
      return Self.findings(reading, among: own) { position in
        // Who claims what no scope has is around the pool, and no other test.
        let scopes = objects[position].scopes.filter { !pools.contains($0.id) && !$0.claims }
        let others = scopes.filter { !tests.contains($0.id) }.map(\.label)
        return (scopes.filter { tests.contains($0.id) }.map(\.label), others)
      } at: { typeName, verdict, retained in
        Leak(typeName: typeName, verdict: verdict, location: location, retained: retained)
      }
    }
  }

  /// - Parameter own: Where the objects are that were allocated in no scope.
  private static func findings(
    _ reading: CheckReading, among own: Set<UInt>,
    tests: (Int) -> (own: [String], others: [String]),
    at leak: (String, Verdict, LeakSize?) -> Leak
  ) -> [UnattributedLeak] {
    guard case .success(let look) = reading.look else { return [] }
    let explainer = LookExplainer(look)
    var findings: [UnattributedLeak] = []
    // What a survivor of a test reaches belongs to that test, and what another test names or has told of is that one's. So is what
    // forms a cycle with an object that was allocated in a scope: who has the scope tells of it.
    for group in reading.groups
    where group.judgement.isProven && !group.isReachedFromTransientRoot
      && look.instances(of: group.component).allSatisfy({ own.contains(look.addresses[$0]) })
    {
      let verdict = explainer.verdict(on: group, objects: reading.objects, answer: nil).verdict
      guard case .leaked(let path) = verdict else { continue }
      LeakScope.noteReported(group.members.map { reading.objects[$0] })
      let tests = group.members.map(tests)
      findings.add(
        UnattributedLeak(
          leak: leak(path.start, verdict, group.retainedIfAny),
          tests: Set(tests.flatMap(\.own)).sorted(),
          others: Set(tests.flatMap(\.others)).sorted()))
    }
    return findings
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

/// A leak that cannot be told to be a certain test's.
package struct UnattributedLeak: Sendable, Hashable {
  package var leak: Leak

  /// The names of the tests that are looked at together, of a suite or a single one, and ran when the object was allocated.
  package var tests: [String]

  /// Those of all other tests that ran then, which may be of the same suite where that does not have the trait itself.
  package var others: [String]
}

extension [UnattributedLeak] {
  /// Adds `finding`, or counts it with another of the same defect and the same tests.
  fileprivate mutating func add(_ finding: UnattributedLeak) {
    for index in indices
    where self[index].tests == finding.tests && self[index].others == finding.others {
      var tally = LeakTally()
      tally.add(self[index].leak, of: 0)
      tally.add(finding.leak, of: 1)
      guard tally.leaks.count == 1 else { continue }
      self[index].leak = tally.leaks[0]
      return
    }
    append(finding)
  }
}

extension UnattributedLeak {
  /// The leak, headline first, and whose it may be.
  package var report: String {
    """
    \(leak.report)

      Allocated in a detached task, on a Dispatch queue or on a thread, while these tests ran: \
    \(Self.list(tests)).\(otherTests)
    """
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
