import CLeakBase
import LeakBase
import LeakDetection
import Testing

extension LeakFreeTrait {
  /// Runs one case of `test` in a scope, and reports what stays at the line of the test.
  func checkCase(
    _ testCase: Test.Case?, of test: Test, enteredBy entry: crt_call,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let check = LeakFreeCheck(
      request: CheckRequest(
        options: options, location: CodeLocation(test.sourceLocation), entry: entry,
        name: ".leakFree", report: SwiftTestingReporter.report),
      label: test.name)
    let scope = LeakFreeScope(label: test.name, claimsUnattributed: false, entry: entry)
    do {
      try await Self.notingFailures(of: test, testCase) {
        try await inheriting { try await scope.run { try await function() } }
      }
    } catch {
      TestProgress.current?.noteCutShort()
      let findings = await scope.settle(check.query(transientRoot: error))
      let failures = options.failures(of: findings, at: check.request.location)
      // The error is recorded when this has returned, and comes first.
      if !DeferredFailures.add(failures) { failures.send(to: SwiftTestingReporter.report) }
      throw error
    }
    check.conclude(await scope.settle(check.query()))
  }

  /// Runs `function`, inside of which nothing is reported that this trait ignores.
  private func inheriting(_ function: @Sendable () async throws -> Void) async throws {
    try await options.ignoring { try await function() }
  }

  /// Runs a case, and notes whether it fails by anything but a leak, or was cancelled.
  private static func notingFailures(
    of test: Test, _ testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard let progress = TestProgress.current, progress.isAskedFor else {
      return try await function()
    }
    let watch = IssueHandlingTrait.compactMapIssues { issue in
      if issue.failsItsTest, !(issue.error is LeakFailure) { progress.noteCutShort() }
      return issue
    }
    try await watch.provideScope(for: test, testCase: testCase, performing: function)
    if Task.isCancelled { progress.noteCutShort() }
  }

  /// What tests without the trait allocate in their tasks belongs to no suite that has it. Swift Testing binds a value in the task of
  /// every test.
  private static let leaveOutOtherTests: Void = UnattributedPool.leaveOutOtherTests(of: "Testing")

  /// Runs a suite or a test. When no suite around it does, reports at its end what belongs to none of its
  /// tests for certain.
  func ownUnattributed(
    of test: Test, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard UnattributedPool.current == nil else { return try await inheriting(function) }
    if let obstacle = LeakFreeCheck.takeObstacle(at: CodeLocation(test.sourceLocation)) {
      SwiftTestingReporter.report(obstacle)
    }
    Self.leaveOutOtherTests
    let pool = UnattributedPool(label: test.name)
    defer {
      options.failures(of: pool, at: CodeLocation(test.sourceLocation))
        .send(to: SwiftTestingReporter.report)
    }
    try await pool.run { try await inheriting(function) }
  }
}

/// Leaks of tests that have failed by themselves, to be reported after that failure.
final class DeferredFailures: Sendable {
  @TaskLocal private static var current: DeferredFailures?

  private let failures = VisibleMutex<[CheckFailure]>([])

  /// Runs the cases of a test, and then reports what they left.
  static func reportingLast(_ function: @Sendable () async throws -> Void) async throws {
    let deferred = DeferredFailures()
    defer { deferred.failures.withLock(\.self).send(to: SwiftTestingReporter.report) }
    try await $current.withValue(deferred) { try await function() }
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
