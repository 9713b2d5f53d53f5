import CLeakBase
import LeakBase
import LeakDeciding
import LeakHeapReading
import LeakHeapRecording
import LeakHeapRoots

/// Counts what lives after each iteration of the same work.
package final class GrowthScope: Sendable {
  /// What the iterations allocate is its.
  private let scope: LeakFreeScope

  /// The live objects by the name of their type, after the warm-up and after each iteration.
  private let counts = VisibleMutex<[[String: Int]]>([])

  /// Opens a scope. See ``LeakFreeScope/init(label:claimsUnattributed:)``.
  package init(label: String, claimsUnattributed: Bool, entry: crt_call? = nil) {
    scope = LeakFreeScope(label: label, claimsUnattributed: claimsUnattributed, entry: entry)
  }

  /// Runs one iteration.
  ///
  /// Not inlined: the optimizer may not move the release of the result behind the counting that follows.
  @inline(never)
  package func run<Result>(_ body: () throws -> Result) rethrows {
    _ = try scope.run(body)
  }

  /// Runs one iteration.
  @inline(never)
  package func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows {
    _ = try await scope.run(body)
  }

  /// What the iterations have asked to check by name.
  package var named: LeakScope { scope.named }

  /// Who asks what has grown.
  var caller: Caller { scope.named.caller }

  /// The objects of the iterations that are alive; none where they cannot be recorded.
  func survivors() -> [RecordedObject] { scope.allocations?.survivors() ?? [] }

  /// Counts what lives now: first after the warm-up, and then after each iteration.
  ///
  /// - Complexity: O(*n*) in the number of objects that live.
  package func count() {
    let living = Dictionary(grouping: survivors(), by: \.type.name).mapValues(\.count)
    counts.withLock { $0.append(living) }
  }

  /// The instances of each type over the iterations, `objects` being what lives now.
  func staircases(settling objects: [RecordedObject]) -> [String: Staircase] {
    let counts = self.counts.withLock(\.self)
    guard let warmUp = counts.first else { return [:] }
    let settled = Dictionary(grouping: objects, by: \.type.name).mapValues(\.count)
    return Dictionary(
      uniqueKeysWithValues: settled.map { name, number in
        let stairs = Staircase(
          typeName: name, baseline: warmUp[name] ?? 0,
          counts: counts.dropFirst().map { $0[name] ?? 0 }, settled: number)
        return (name, stairs)
      })
  }
}
