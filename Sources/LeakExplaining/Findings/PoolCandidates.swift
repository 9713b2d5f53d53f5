import LeakDeciding
import LeakHeapRecording

/// What a pool asks about at its end.
struct PoolCandidates {
  /// Where an object comes from.
  struct Origin {
    /// Whether a variable kept it at the end of its test.
    var wasKept = false
    /// The tests of the pool that it may belong to, and the others.
    var tests: [String]
    var others: [String] = []
    /// What its test does not report.
    var ignored: [IgnoredLeak] = []
  }

  private(set) var objects: [RecordedObject] = []
  /// Where each comes from, by its address.
  private(set) var origins: [UInt: Origin] = [:]
  /// Where those are whose leaks no scope tells.
  private(set) var own: Set<UInt>

  /// - Parameters:
  ///   - tests: The scopes inside the pool.
  ///   - pools: The scopes of all pools.
  ///   - known: Where objects are that others tell of.
  init(
    _ pooled: [PooledObject], of tests: Set<AllocationScope.ID>,
    besides pools: Set<AllocationScope.ID>, _ kept: [KeptSurvivors.Entry], except known: Set<UInt>
  ) {
    own = Set(pooled.map(\.object.witness.address))
    for entry in kept {
      for object in entry.objects.objects() where !known.contains(object.witness.address) {
        add(
          object, from: Origin(wasKept: true, tests: [entry.label.text], ignored: entry.ignored))
      }
    }
    for pooled in pooled where !known.contains(pooled.object.witness.address) {
      // Who claims what no scope has is around the pool, and no other test.
      let scopes = pooled.scopes.filter { !pools.contains($0.id) && !$0.claims }
      let inside = pooled.scopes.filter { tests.contains($0.id) }
      // What was allocated while no test in here ran is not in here.
      if inside.isEmpty { continue }
      add(
        pooled.object,
        from: Origin(
          tests: scopes.filter { tests.contains($0.id) }.map(\.label),
          others: scopes.filter { !tests.contains($0.id) }.map(\.label)))
    }
  }

  private mutating func add(_ object: RecordedObject, from origin: Origin) {
    objects.append(object)
    origins[object.witness.address] = origin
    own.insert(object.witness.address)
  }
}
