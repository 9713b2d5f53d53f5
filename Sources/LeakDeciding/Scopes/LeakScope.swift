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

  /// The scope that this one was made in.
  package let outer = LeakScope.current

  private let lock = VisibleLock()
  // Behind the lock.
  @exclusivity(unchecked) private nonisolated(unsafe) var isClosed = false
  @exclusivity(unchecked) private nonisolated(unsafe) var objects: [TrackedObject] = []
  /// The disguised addresses of the objects, since an object was first tracked that already had a witness.
  @exclusivity(unchecked) private nonisolated(unsafe) var addresses: Set<UInt>?
  @exclusivity(unchecked) private nonisolated(unsafe) var toldOf: [ObjectWitness] = []

  @exclusivity(unchecked) private nonisolated(unsafe) var asked = Wishes()

  /// The kit's function that has called the body, while it runs.
  let bodyCall = NotedCall()

  /// The kit's function that the program has called for the check.
  let entry: crt_call?

  /// The name of the check, if it is one of all that is allocated.
  private let checkName: String?

  package init(_ entry: crt_call? = nil, ofCheckNamed name: String? = nil) {
    self.entry = entry
    checkName = name
  }

  /// The name of the innermost check around the code that runs, if it is one of all that is allocated.
  package static var nameOfCheckAround: String? {
    var scope = current
    while let next = scope {
      if let name = next.checkName { return name }
      scope = next.outer
    }
    return nil
  }

  /// The objects tracked so far, in order, each once.
  package var tracked: [TrackedObject] { lock.withLock { objects } }

  /// Ends the collecting, and returns the objects tracked, in order, each once.
  package func close() -> [TrackedObject] {
    lock.withLock {
      isClosed = true
      return objects
    }
  }

  /// Whether there are objects, and none of them is alive: then this ends the collecting.
  package func closeIfAllAreGone() -> Bool {
    lock.withLock {
      // Not one by one: the names and the places would be retained.
      let areAllGone = objects.withUnsafeBufferPointer { objects in
        for index in objects.indices where objects[index].witness.isAlive { return false }
        return !objects.isEmpty
      }
      if areAllGone { isClosed = true }
      return areAllGone
    }
  }

  /// Adds `object`, unless it is tracked here already: the first label and location stay.
  ///
  /// - Complexity: O(1) amortized.
  package func track(_ object: TrackedObject) {
    lock.withLock {
      add(object, isNew: addresses == nil && ObjectWitness.count(at: object.witness.address) == 1)
    }
  }

  /// Tracks the object at `pointer`, which must be alive, unless it is tracked here already.
  ///
  /// - Returns: false when the scope is closed.
  /// - Complexity: O(1) amortized.
  @discardableResult
  package func track(
    unretained pointer: UnsafeRawPointer, label: String?, location: CodeLocation
  ) -> Bool {
    lock.withLock {
      if isClosed { return false }
      let object = TrackedObject(unretained: pointer, label: label, location: location)
      add(object, isNew: addresses == nil && object.witness.wasFirst)
      return true
    }
  }

  /// Adds `object`, behind the lock.
  ///
  /// - Parameter isNew: Whether nobody else witnesses it. Then it is not there: what is there keeps its witness, and was added
  ///   behind the same lock. While it is tracked an object's memory is not given back, so an address names one object only.
  private func add(_ object: consuming TrackedObject, isNew: Bool) {
    if !isNew {
      if addresses == nil { addresses = Set(objects.map(\.witness.maskedAddress)) }
      let address = object.witness.maskedAddress
      guard addresses?.insert(address).inserted == true else { return }
    }
    objects.append(object)
  }

  /// What is asked of a check by who tracks an object in it, besides what the check does by itself.
  package struct Wishes: Sendable, Hashable {
    /// How long objects may take to go.
    package var grace = Duration.zero
    /// What is not reported.
    package var ignored: [IgnoredLeak] = []
    /// Whether what goes late is reported.
    package var notesLate = false

    package init() {}

    /// Adds what else is asked.
    package mutating func add(_ others: Wishes) {
      // One that is no grace is told of, whatever else was asked.
      grace = others.grace < .zero ? others.grace : grace < .zero ? grace : max(grace, others.grace)
      ignored += others.ignored
      notesLate = notesLate || others.notesLate
    }
  }

  /// What was asked so far, all together.
  package var wishes: Wishes { lock.withLock { asked } }

  /// Adds to what is asked of the check.
  package func ask(_ wishes: Wishes) {
    lock.withLock { asked.add(wishes) }
  }

  /// The objects that checks inside this scope have told of already.
  package var reported: [ObjectWitness] { lock.withLock { toldOf } }

  /// Remembers that `objects` have been told of, so that nothing around tells of them again.
  package static func noteReported(_ objects: [ObjectWitness]) {
    ReportedObjects.note(objects)
    current?.noteReported(objects)
  }

  /// Remembers that `objects` have been told of, here and in the scopes around.
  private func noteReported(_ objects: [ObjectWitness]) {
    guard !objects.isEmpty else { return }
    lock.withLock { toldOf += objects }
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
