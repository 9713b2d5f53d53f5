import HeapReading
import Synchronization

/// Counts what lives after each iteration of the same work.
package final class GrowthScope: Sendable {
  private struct State {
    /// The live objects by the name of their type, after the warm-up and after each iteration.
    var counts: [[String: Int]] = []
  }

  /// The objects that are allocated; `nil` where they cannot be recorded.
  let allocations: AllocationScope?

  private let named = LeakScope()
  private let state = Mutex(State())

  /// Opens a scope. See ``LeakFreeScope/init(label:claimsUnattributed:)``.
  package init(label: String, claimsUnattributed: Bool) {
    allocations = AllocationScope(label: label, claimsUnattributed: claimsUnattributed)
  }

  /// Runs one iteration.
  ///
  /// Not inlined: the optimizer may not move the release of the result behind the counting that follows.
  @inline(never)
  package func run<Result>(_ body: () throws -> Result) rethrows {
    _ = try named.open {
      guard let allocations else { return try body() }
      return try allocations.run(body)
    }
  }

  /// Runs one iteration.
  @inline(never)
  package func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows {
    _ = try await named.open {
      guard let allocations else { return try await body() }
      return try await allocations.run(body)
    }
  }

  /// Counts what lives now: first after the warm-up, and then after each iteration.
  ///
  /// - Complexity: O(*n*) in the number of objects that live.
  package func count() {
    guard let allocations else { return }
    var counts: [String: Int] = [:]
    for object in allocations.survivors() { counts[object.type.name, default: 0] += 1 }
    state.withLock { $0.counts.append(counts) }
  }

  /// The instances of each type over the iterations, `objects` being what lives now.
  func staircases(settling objects: [RecordedObject]) -> [String: Staircase] {
    let counts = state.withLock(\.counts)
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
