import CLeakBase
import LeakBase
import LeakHeapReading
import LeakHeapRoots

/// Collects the objects that are tracked while a piece of code runs, in its task and that task's children.
///
/// Scopes nest: the innermost one collects.
package final class LeakScope: Sendable {
  /// The innermost open scope.
  @TaskLocal package static var current: LeakScope?

  struct State {
    var objects: [TrackedObject] = []
    var addresses: Set<UInt> = []
    var reported: [TrackedObject] = []
    /// The kit's functions that have called the body, while it runs.
    var stretch: CheckStretch?
  }

  /// The scope that this one was made in.
  let outer = LeakScope.current

  let state = VisibleMutex(State())

  /// The kit's function that the program has called for the check.
  let entry: crt_call?

  package init(_ entry: crt_call? = nil) { self.entry = entry }

  /// The objects tracked so far, in order, each once.
  package var tracked: [TrackedObject] { state.withLock { $0.objects } }

  /// Adds `object`, unless it is tracked here already: the first label and location stay.
  ///
  /// - Complexity: O(1).
  package func track(_ object: TrackedObject) {
    state.withLock { state in
      // While it is tracked an object's memory is not given back, so an address names one object only.
      guard state.addresses.insert(object.witness.maskedAddress).inserted else { return }
      state.objects.append(object)
    }
  }

  /// The objects that checks inside this scope have told of already.
  package var reported: [TrackedObject] { state.withLock { $0.reported } }

  /// Remembers that `objects` have been told of, so that nothing around tells of them again.
  package static func noteReported(_ objects: [TrackedObject]) {
    ReportedObjects.note(objects.map(\.witness))
    current?.noteReported(objects)
  }

  /// Remembers that `objects` have been told of, here and in the scopes around.
  private func noteReported(_ objects: [TrackedObject]) {
    guard !objects.isEmpty else { return }
    state.withLock { $0.reported += objects }
    outer?.noteReported(objects)
  }

  /// Runs `body` with this scope as the innermost one.
  package func open<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: body)
  }

  /// Runs `body` with this scope as the innermost one.
  package func open<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$current.withValue(self, operation: body)
  }
}
