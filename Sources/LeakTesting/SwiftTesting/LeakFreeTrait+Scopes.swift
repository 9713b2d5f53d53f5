import CRuntime
import LeakDetection
import Testing

extension LeakFreeTrait {
  /// Runs one case of `test` in a scope, and reports what stays at the line of the test.
  func checkCase(
    of test: Test, enteredBy entry: crt_call, performing function: @Sendable () async throws -> Void
  ) async throws {
    let check = LeakFreeCheck(
      grace: grace, ignored: ignored, notesCaches: notesCaches, notesLate: notesLate,
      failsUncertain: failsUncertain,
      location: CodeLocation(test.sourceLocation), entry: entry, label: test.name,
      report: SwiftTestingReporter.report)
    let scope = LeakFreeScope(label: check.label, claimsUnattributed: false, entry: entry)
    do {
      try await scope.run { try await function() }
    } catch {
      let failures = check.failures(in: await scope.settle(check.question(lending: error)))
      // The error is recorded when this has returned, and comes first.
      if !BelatedFailures.add(failures) { failures.forEach(SwiftTestingReporter.report) }
      throw error
    }
    check.tell(await scope.settle(check.question()))
  }

  /// Runs a suite or a test. When no suite around it does, reports at its end what belongs to none of its
  /// tests for certain.
  func ownUnattributed(
    of test: Test, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard UnattributedPool.current == nil else { return try await function() }
    if let obstacle = LeakFreeCheck.takeObstacle(at: CodeLocation(test.sourceLocation)) {
      SwiftTestingReporter.report(obstacle)
    }
    let pool = UnattributedPool(label: test.name)
    defer {
      for finding in pool.findings(ignoring: ignored, at: CodeLocation(test.sourceLocation)) {
        SwiftTestingReporter.report(
          CheckFailure(
            text: finding.description, location: finding.leak.location,
            isWarning: !failsUnattributed))
      }
    }
    try await pool.run { try await function() }
  }
}

/// Leaks of tests that have failed by themselves, to be reported after that failure.
final class BelatedFailures: Sendable {
  @TaskLocal private static var current: BelatedFailures?

  private let failures = VisibleMutex<[CheckFailure]>([])

  /// Runs the cases of a test, and then reports what they left.
  static func reportingLast(_ function: @Sendable () async throws -> Void) async throws {
    let belated = BelatedFailures()
    defer { belated.failures.withLock(\.self).forEach(SwiftTestingReporter.report) }
    try await $current.withValue(belated) { try await function() }
  }

  /// Keeps `failures` for the end of the current test; false when no test is around.
  static func add(_ failures: [CheckFailure]) -> Bool {
    guard let current else { return false }
    current.failures.withLock { $0 += failures }
    return true
  }
}

extension CodeLocation {
  /// The kit's own form of a place in Swift Testing.
  init(_ location: SourceLocation) {
    self.init(
      fileID: location.fileID, filePath: location.path, line: location.line,
      column: location.column)
  }
}

extension SourceLocation {
  fileprivate var path: String {
    #if compiler(>=6.3)
      filePath
    #else
      _filePath
    #endif
  }
}
