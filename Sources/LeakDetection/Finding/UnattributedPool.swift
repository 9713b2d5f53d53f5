import HeapReading
import Synchronization

/// Owns what is allocated in no test's name while its tests run: in detached tasks, on Dispatch queues, on threads.
package final class UnattributedPool: Sendable {
  /// The pool of the code around.
  @TaskLocal package static var current: UnattributedPool?

  private let allocations: AllocationScope?

  /// What the scopes inside have judged. What it keeps alive is theirs.
  private let judged = Mutex<[ObjectWitness]>([])

  /// Opens a pool.
  ///
  /// - Parameter label: what its code is called: a suite's name.
  package init(label: String) {
    allocations = AllocationScope(label: label)
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

  /// Remembers the survivors that a scope inside has judged.
  func noteJudged(_ survivors: [ObjectWitness]) {
    judged.withLock { $0 += survivors }
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
    let judged = judged.withLock(\.self).filter(\.isAlive)
    let known = Set(judged.map(\.address))
    let objects = pooled.filter { !known.contains($0.object.witness.address) }
    let groups = withExtendedLifetime(judged) {
      SurvivorGroup.look(at: objects.map(\.object.witness), lenders: judged.map(\.pointer))
    }
    var findings: [UnattributedLeak] = []
    for group in groups where group.isLeaked && !ignored.cover(group) {
      let scopes = group.members.flatMap { objects[$0].scopes }.filter { $0.id != allocations.id }
      findings.add(
        UnattributedLeak(
          leak: Leak(
            typeName: group.typeName, verdict: group.judgement.verdict, location: location,
            retained: group.retained.count > 0 ? group.retained : nil),
          tests: Set(scopes.map(\.label)).sorted()))
    }
    return findings
  }
}

/// A leak that cannot be told to be a certain test's.
package struct UnattributedLeak: Sendable, Hashable {
  package var leak: Leak

  /// The names of the tests that ran when the object was allocated.
  package var tests: [String]
}

extension [UnattributedLeak] {
  /// Adds `finding`, or counts it with another of the same defect and the same tests.
  fileprivate mutating func add(_ finding: UnattributedLeak) {
    for index in indices where self[index].tests == finding.tests {
      var leaks = [self[index].leak]
      leaks.merge(finding.leak)
      guard leaks.count == 1 else { continue }
      self[index].leak = leaks[0]
      return
    }
    append(finding)
  }
}

extension UnattributedLeak: CustomStringConvertible {
  /// The leak, and whose it may be.
  package var description: String {
    let whose =
      tests.isEmpty
      ? "while none of the suite's tests ran"
      : "while these tests ran: \(tests.joined(separator: ", "))"
    return """
      \(leak)

        Allocated in a detached task, on a Dispatch queue or on a thread, \(whose).
      """
  }
}
