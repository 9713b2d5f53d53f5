import CLeakBase
import LeakDetection
import Testing

// All tests of a run may be suspended at once. In a debug build the frame of an asynchronous function has room for all its temporary
// values. So few functions around a test are asynchronous, and synchronous ones do the rest.
extension LeakFreeTrait {
  /// Runs one case of `test` in a scope, and reports what stays at the line of the test.
  func checkCase(
    _ testCase: Test.Case?, of test: Test, enteredBy entry: crt_call,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    // What a task makes that the innermost trait waits for is not told by one that waits for less, and ignores less.
    let scope = LeakFreeScope(
      label: test.name, claimsUnattributed: false, inherits: Self.isInnermost(of: test),
      entry: entry)
    do {
      // Each watch makes Swift Testing handle once more what queues and detached tasks record: attachments are saved again.
      if let progress = TestProgress.current, progress.isWatched {
        try await Self.notingFailures(of: test, testCase, in: progress) {
          try await run(function, in: scope)
        }
      } else {
        try await run(function, in: scope)
      }
    } catch {
      // The error is recorded when this has returned, and comes first.
      keepForEnd(
        of: test, await scope.settle(query(of: test, enteredBy: entry, transientRoot: error)))
      throw error
    }
    conclude(await scope.settle(query(of: test, enteredBy: entry)), of: test, enteredBy: entry)
  }

  private func check(of test: Test, enteredBy entry: crt_call) -> LeakFreeCheck {
    LeakFreeCheck(
      request: CheckRequest(
        options: options, location: CodeLocation(test.sourceLocation), entry: entry,
        name: ".leakFree", report: SwiftTestingReporter.report),
      label: test.name)
  }

  private func query(
    of test: Test, enteredBy entry: crt_call, transientRoot error: (any Error)? = nil
  ) -> LeakFreeScope.Query {
    check(of: test, enteredBy: entry).query(transientRoot: error)
  }

  private func conclude(
    _ findings: ScopeFindings, of test: Test, enteredBy entry: crt_call
  ) {
    check(of: test, enteredBy: entry).conclude(findings)
  }

  /// Reports what a case that has thrown an error left, at the end of the test.
  private func keepForEnd(of test: Test, _ findings: ScopeFindings) {
    let failures = options.failures(of: findings, at: CodeLocation(test.sourceLocation))
    let progress = TestProgress.current
    progress?.noteCutShort()
    // Another framework's test reports nothing of these at its end.
    if let progress, progress.options != nil {
      progress.keepForEnd(failures)
    } else {
      failures.send(to: SwiftTestingReporter.report)
    }
  }

  /// Whether no other trait of `test` is inside the one that opens a scope now.
  private static func isInnermost(of test: Test) -> Bool {
    depth + 1 >= test.traits.count { $0 is LeakFreeTrait }
  }

  /// Runs a case in `scope`.
  private func run(
    _ function: @Sendable () async throws -> Void, in scope: LeakFreeScope
  ) async throws {
    try await Self.$depth.withValue(Self.depth + 1) {
      if options.ignored.isEmpty { return try await scope.run(function) }
      try await inheriting { try await scope.run(function) }
    }
  }

  /// Runs `function`, inside of which nothing is reported that this trait ignores.
  private func inheriting(_ function: @Sendable () async throws -> Void) async throws {
    if options.ignored.isEmpty { return try await function() }
    try await options.ignoring { try await function() }
  }

  /// Runs a case, and notes whether it fails by anything but a leak, or was cancelled.
  private static func notingFailures(
    of test: Test, _ testCase: Test.Case?, in progress: TestProgress,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let watch = IssueHandlingTrait.compactMapIssues { issue in
      if issue.failsItsTest, !(issue.error is LeakFailure) { progress.noteCutShort() }
      // What a detached task, a queue or a thread records comes to this watch, to all others, and to the run itself.
      return Test.current == nil ? nil : issue
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
    if let around = UnattributedPool.current {
      if options.failsUnattributed {
        around.warnWhereItFailsNone(at: CodeLocation(test.sourceLocation).place)
      }
      return try await inheriting(function)
    }
    let pool = openPool(of: test)
    defer { report(pool, of: test) }
    try await pool.run { try await inheriting(function) }
  }

  private func openPool(of test: Test) -> UnattributedPool {
    if let obstacle = LeakFreeCheck.takeObstacle(at: CodeLocation(test.sourceLocation)) {
      SwiftTestingReporter.report(obstacle)
    }
    Self.leaveOutOtherTests
    return UnattributedPool(label: test.name, failsTests: options.failsUnattributed)
  }

  /// What is recorded of it names no test: a suite has not ended where only some of its tests were run, and a test has ended before
  /// this is known.
  private func report(_ pool: UnattributedPool, of test: Test) {
    options.failures(of: pool, at: CodeLocation(test.sourceLocation), namesTest: false)
      .send(to: SwiftTestingReporter.report)
  }

  /// Runs all cases of a test, and reports at its end what its failed cases left, and what it has not shown.
  func follow(_ test: Test, performing function: @Sendable () async throws -> Void) async throws {
    let progress = progress(of: test)
    do {
      defer { progress.keptForEnd.send(to: SwiftTestingReporter.report) }
      try await TestProgress.$current.withValue(progress, operation: function)
    }
    reportMissing(in: test, after: progress)
  }

  private func progress(of test: Test) -> TestProgress {
    let location = CodeLocation(test.sourceLocation)
    let isAskedFor = TestProgress.isAskedFor(at: location)
    return TestProgress(
      options, isAskedFor: isAskedFor,
      isWatched: isAskedFor
        && LeakLedger.shared.asksFor(test.fullName, near: location.filePath))
  }

  private func reportMissing(in test: Test, after progress: TestProgress) {
    guard progress.isAskedFor else { return }
    let location = CodeLocation(test.sourceLocation)
    CheckFailure.missing(in: test.fullName, after: progress, at: location)
      .forEach(SwiftTestingReporter.report)
  }

  /// Says that the trait applies to a test a second time, and asks for the same.
  func warnWhereRepeated(on test: Test) {
    guard !test.isSuite, TestProgress.current?.options == options else { return }
    Notice.repeatedTrait.warn(
      "the trait .leakFree applies twice to \(test.name), and asks for the same: one is enough.",
      at: CodeLocation(test.sourceLocation).place)
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
