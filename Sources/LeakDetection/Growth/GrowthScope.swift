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

  /// What lived at one time.
  private struct Count {
    /// The live objects by the name of their type.
    var living: [String: Int]
    /// The order of the newest object so far.
    var newest: UInt64
  }

  /// After the warm-up, and after each iteration.
  private let counts = VisibleMutex<[Count]>([])

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
    let survivors = survivors()
    let living = Dictionary(grouping: survivors, by: \.type.name).mapValues(\.count)
    let newest = survivors.lazy.map(\.order).max() ?? 0
    counts.withLock {
      $0.append(Count(living: living, newest: max(newest, $0.last?.newest ?? 0)))
    }
  }

  /// The instances of each type over the iterations, `objects` being what lives now.
  func staircases(settling objects: [RecordedObject]) -> [String: Staircase] {
    let counts = self.counts.withLock(\.self)
    guard let warmUp = counts.first else { return [:] }
    let settled = Dictionary(grouping: objects, by: \.type.name).mapValues(\.count)
    return Dictionary(
      uniqueKeysWithValues: settled.map { name, number in
        let stairs = Staircase(
          typeName: name, baseline: warmUp.living[name] ?? 0,
          counts: counts.dropFirst().map { $0.living[name] ?? 0 }, settled: number)
        return (name, stairs)
      })
  }

  /// How many of some instances of one type, which live now, lived after each iteration.
  ///
  /// - Parameter orders: Those of the instances.
  func staircase(of typeName: String, withOrders orders: [UInt64]) -> Staircase? {
    let numbers = counts.withLock(\.self).map { count in orders.count { $0 <= count.newest } }
    guard let baseline = numbers.first else { return nil }
    return Staircase(
      typeName: typeName, baseline: baseline, counts: Array(numbers.dropFirst()),
      settled: orders.count)
  }
}
