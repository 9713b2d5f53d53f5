import CLeakBase
import LeakDeciding
import LeakExplaining
import LeakHeapReading
import LeakHeapRecording

/// Everything that a piece of code allocates must go with it: the objects of the program's types that are
/// allocated in its name, and those that it passes to `trackForLeaks(_:)`.
package final class LeakFreeScope: Sendable {
  /// Why only named objects are checked in this process, as a clause after "because", or `nil` when all are.
  package static var obstacle: String? {
    switch AllocationRecorder.availability {
    case .available: nil
    case .off(let reason): reason
    }
  }

  /// What a report calls the code.
  let label: ScopeLabel

  /// Collects the named objects.
  package let named: LeakScope

  /// Records the others; `nil` where that is not possible.
  package let allocations: AllocationScope?

  /// Opens a scope.
  ///
  /// - Parameters:
  ///   - label: what a report calls the code: a test's name.
  ///   - claimsUnattributed: whether the scope owns what Dispatch queues, threads and detached tasks allocate
  ///     while no other scope is open but those around it.
  ///   - inherits: whether the scope owns what tasks allocate in the name of scopes inside that have ended.
  package convenience init(
    label: String, claimsUnattributed: Bool, inherits: Bool = true, entry: crt_call? = nil
  ) {
    self.init(ScopeLabel(label), claimsUnattributed, inherits: inherits, LeakScope(entry))
  }

  /// Opens the scope of a check that knows what it is inside of.
  ///
  /// - Parameters:
  ///   - label: what a report calls the code; `nil` for its line.
  ///   - location: the check's line.
  ///   - name: the check's name, see ``LeakScope/nameOfCheckAround``.
  ///   - claimsUnattributed: as above.
  package convenience init(
    label: String?, at location: CodeLocation, named name: String, claimsUnattributed: Bool,
    entry: crt_call
  ) {
    self.init(
      label.map { ScopeLabel($0) } ?? ScopeLabel(location.fileID, line: location.line),
      claimsUnattributed, LeakScope(entry, ofCheckNamed: name))
  }

  private init(
    _ label: ScopeLabel, _ claimsUnattributed: Bool, inherits: Bool = true, _ named: LeakScope
  ) {
    self.label = label
    self.named = named
    allocations = AllocationScope(
      label: label, claimsUnattributed: claimsUnattributed, inherits: inherits)
    if let allocations { UnattributedPool.current?.noteOpened(allocations.id) }
  }

  /// Calls `body`, whose allocations belong to this scope.
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try named.open {
      guard let allocations else { return try named.call(body) }
      return try allocations.run { try named.call(body) }
    }
  }

  /// Calls `body`, whose allocations belong to this scope, and those of the tasks that it makes.
  package func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await named.open {
      guard let allocations else { return try await named.call(isolation: isolation, body) }
      return try await allocations.run(isolation: isolation) {
        try await named.call(isolation: isolation, body)
      }
    }
  }
}

extension LeakFreeScope {
  /// Calls `body` in this scope, names the instances in its result, and drops the result.
  package func runTracking<Result>(
    _ body: () throws -> Result, at location: CodeLocation
  ) rethrows {
    guard let allocations else { return try named.trackResult(of: body, at: location) }
    try allocations.run { try named.trackResult(of: body, at: location) }
  }

  /// Calls `body` in this scope, names the instances in its result, and drops the result.
  func runTracking<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result,
    at location: CodeLocation
  ) async rethrows {
    guard let allocations else {
      return try await named.trackResult(isolation: isolation, of: body, at: location)
    }
    try await allocations.run(isolation: isolation) {
      try await named.trackResult(isolation: isolation, of: body, at: location)
    }
  }
}
