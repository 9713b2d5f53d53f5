import CLeakHeapRecording
import LeakBase
import Synchronization

/// Owns what is allocated in its name while it is open.
///
/// The code that ``run(_:)-(()->Result)`` calls, and every child task and unstructured task made by it, allocates in
/// the name of the scope; where scopes nest, the innermost has it. What has no scope (detached tasks,
/// Dispatch queues, threads) goes to a pool that belongs to all scopes of the time, see ``pooled()``; unless
/// the scope claims it, and is the only one.
///
/// What a task that outlives its scope allocates belongs to the scope around that one, if it is open and inherits.
package final class AllocationScope: Sendable {
  /// The number of a scope: never that of another one in the process. Later scopes have no smaller
  /// serial number, but numbers are not ordered by time.
  package struct ID: Sendable, Hashable {
    package let rawValue: UInt64
  }

  package let id: ID

  private let taken = VisibleMutex<[RecordedObject]>([])

  private let isClosed = Atomic(false)

  /// Opens a scope, or returns `nil` where ``AllocationRecorder/availability`` is off, or no memory is left for
  /// its tables.
  ///
  /// - Parameters:
  ///   - claimsUnattributed: Whether the scope owns what is allocated in no scope, for as long as
  ///     no other scope is open but those around this one. For frameworks that run one test at a time, and for
  ///     code that cannot be called by ``run(_:)-(()->Result)``.
  ///   - inherits: Whether the scope owns what tasks allocate in the name of scopes inside that are closed.
  ///   - asksUnattributed: Whether the scope asks for ``pooled()``: no scope around it claims that meanwhile.
  package init?(
    label: ScopeLabel, claimsUnattributed: Bool = false, inherits: Bool = true,
    asksUnattributed: Bool = false
  ) {
    guard AllocationRecorder.availability == .available else { return nil }
    AllocationRecorder.configured
    crt_recorder_install()
    let id = ScopeRegistry.shared.open(
      label: label, claims: claimsUnattributed, inherits: inherits, asks: asksUnattributed)
    guard let id else { return nil }
    self.id = id
  }

  deinit { close() }

  /// Calls `body`, which allocates in the name of the scope.
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try CurrentScope.with(id.rawValue, body)
  }

  /// Calls `body`, which allocates in the name of the scope, as do the tasks that it makes.
  package func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentScope.with(id.rawValue, isolation: isolation, body)
  }

  /// The objects allocated in the name of the scope that are alive, in order of allocation.
  ///
  /// They may be asked for again, while the scope is open and when it is closed: what died meanwhile is
  /// not among them.
  ///
  /// - Complexity: O(*n*) in the number of objects that are or recently were alive.
  package func survivors() -> [RecordedObject] {
    crt_recorder_look_for_images()
    return taken.withLock { taken in
      let new = RecordedObject.take(from: id.rawValue)
      taken.removeAll { !$0.witness.isAlive }
      taken += new
      if !new.isEmpty { taken.sort { $0.order < $1.order } }
      return taken
    }
  }

  /// The objects alive that were allocated in no scope while this one was open, in order of allocation, with all
  /// scopes that were open then. Empty once the scope is closed.
  package func pooled() -> [PooledObject] {
    ScopeRegistry.shared.pooled(during: id)
  }

  /// Stops recording in the name of the scope, and gives its tables back.
  ///
  /// What ``survivors()`` has returned stays; what it has not is forgotten. Closing again does nothing.
  package func close() {
    if isClosed.exchange(true, ordering: .acquiringAndReleasing) { return }
    crt_recorder_look_for_images()
    ScopeRegistry.shared.close(id)
  }
}
