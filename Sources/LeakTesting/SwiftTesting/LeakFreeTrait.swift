import CLeakBase
import LeakDetection
import Testing

/// Checks that everything a test allocates is deinitialized when the test ends, without naming any of it.
///
/// ```swift
/// @Suite(.leakFree) struct PlayerTests { … }
/// ```
///
/// On a suite the trait is that of every test in it, also in the suites inside; where several apply to a test, the
/// innermost counts, which does not report what the others ignore either. Each argument of a parameterized test is checked by itself, and tests that run in parallel
/// are kept apart.
///
/// Instances of all classes count but those of the toolchain and of the kit. A retain cycle fails the test at
/// once; what something pending holds (a block, a timer, a task) is waited for, and fails the test when it is
/// still there. What a global, a static or a lazily made cache keeps is no leak.
///
/// What a Dispatch queue, a thread or a detached task allocates belongs to no test. If an object of a test reaches
/// it, it is that test's; if it is leaked all the same, a warning at the end of the outermost suite names the
/// tests that it may belong to. What a test without the trait allocates in its own tasks meanwhile is not told; what it
/// allocates on a queue or a thread cannot be told from the suite's.
///
/// The body of an exit test runs in a process of its own, where no trait is: use `expectNoLeaks` there.
public struct LeakFreeTrait: SuiteTrait, TestTrait, TestScoping {
  let options: CheckOptions

  /// Whether the tests inside a suite inherit the trait: they do.
  public var isRecursive: Bool { true }

  /// The trait itself, for suites, tests and each of their cases.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> LeakFreeTrait? { self }

  /// Runs a case of a test in a scope of its own, and a suite as the owner of what belongs to none of its tests.
  ///
  /// - Parameters:
  ///   - test: The suite or the test.
  ///   - testCase: The case, or `nil` around all cases of a test and around a suite.
  ///   - function: Runs the case, the test or the suite.
  /// - Throws: What `function` throws.
  @inline(never)
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard LeakDetector.isEnabled else { return try await function() }
    if testCase != nil {
      try await checkCase(
        testCase, of: test, enteredBy: crt_calling_async_function(), performing: function)
    } else if test.isSuite || TestProgress.current != nil {
      // An outer suite's trait asks for what the test should have shown.
      if !test.isSuite, TestProgress.current?.options == options {
        let location = CodeLocation(test.sourceLocation)
        Notice.repeatedTrait.warn(
          "\(location.fileID):\(location.line): the trait .leakFree applies twice to \(test.name), and asks for the same: "
            + "one is enough.")
      }
      try await ownUnattributed(of: test, performing: function)
    } else {
      try await ownUnattributed(of: test) {
        let location = CodeLocation(test.sourceLocation)
        let progress = TestProgress(options, isAskedFor: TestProgress.isAskedFor(at: location))
        try await TestProgress.$current.withValue(progress) {
          try await DeferredFailures.reportingLast(function)
        }
        guard progress.isAskedFor else { return }
        CheckFailure.missing(in: test.fullName, after: progress, at: location)
          .forEach(SwiftTestingReporter.report)
      }
    }
  }
}

extension Trait where Self == LeakFreeTrait {
  /// Checks that everything the tests allocate is deinitialized when they end. See ``LeakFreeTrait``.
  public static var leakFree: Self { leakFree() }

  /// Checks that everything the tests allocate is deinitialized when they end. See ``LeakFreeTrait``.
  ///
  /// - Parameters:
  ///   - grace: How long the objects of a test may take to go after it. Nothing is waited for when they are gone.
  ///   - ignored: What is not reported.
  ///   - reportLate: Whether what goes only after waiting is recorded as a warning, with how long it took and what held it until
  ///     then. It costs a search of the process as soon as something has stayed for a moment.
  ///   - notingCaches: Whether what globals, statics and caches keep is recorded as a warning.
  ///   - failingCaches: Whether it fails the test.
  ///   - failingUncertain: Whether what is possibly kept for good fails the test, by a library or by data without a
  ///     type, instead of being recorded as a warning.
  ///   - failingUnattributed: Whether leaks that cannot be told to be a certain test's fail the suite, instead of
  ///     being recorded as a warning.
  public static func leakFree(
    within grace: Duration = .milliseconds(500), ignoring ignored: [IgnoredLeak] = [],
    reportLate: Bool = false, notingCaches: Bool = false, failingCaches: Bool = false,
    failingUncertain: Bool = false, failingUnattributed: Bool = false
  ) -> Self {
    LeakFreeTrait(
      options: CheckOptions(
        within: grace, ignoring: ignored, reportLate: reportLate, notingCaches: notingCaches,
        failingCaches: failingCaches, failingUncertain: failingUncertain,
        failingUnattributed: failingUnattributed))
  }
}
