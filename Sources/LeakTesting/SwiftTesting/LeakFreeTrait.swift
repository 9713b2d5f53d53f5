import CLeakBase
import LeakDetection
import Testing

/// Checks that all objects that a test allocates are deinitialized when the test ends, without naming them.
///
/// ```swift
/// @Suite(.leakFree) struct PlayerTests { … }
/// ```
///
/// On a suite, the trait applies to every test in it, including those of nested suites. Where several traits apply to a test,
/// the innermost counts; it also ignores what the others ignore. Each argument of a parameterized test is checked
/// separately, and tests that run in parallel are kept apart.
///
/// Instances of all classes count except those of the toolchain and of this package. A retain cycle
/// that nothing outside can break fails the test at once. If something pending (a block, a timer, a task) holds an object, the
/// check waits for it, and the test fails if the object is still alive then. An object that a global, a static or a lazily
/// created cache keeps is not a leak. If that lets go of the object in a later test, and a retain cycle keeps it then, the outermost
/// suite fails at its end, and names the test that has allocated the object. While a weak reference can break the cycle, that is a
/// warning.
///
/// An object that a Dispatch queue, a thread or a detached task allocates belongs to no test, unless an object of a test
/// reaches it: then it belongs to that test. If an object that belongs to no test leaks, a warning at the end of the outermost
/// suite names the tests that it may belong to. What a test without the trait allocates in its own tasks meanwhile is not
/// reported. What it allocates on a queue or a thread cannot be told apart from the allocations of the suite.
///
/// The body of an exit test runs in a process of its own, where no trait applies: use `expectNoLeaks` there.
public struct LeakFreeTrait: SuiteTrait, TestTrait, TestScoping {
  let options: CheckOptions

  /// Of how many traits scopes are open around the code that runs, one inside the other.
  @TaskLocal static var depth = 0

  /// Whether the tests inside a suite inherit the trait: always true.
  public var isRecursive: Bool { true }

  /// The trait itself, for suites, tests and each of their cases.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> LeakFreeTrait? { self }

  /// Runs each case of a test in a scope of its own, and a suite as the owner of the objects that belong to none of its tests.
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
    RunningTest.noteSwiftTesting()
    if testCase != nil {
      try await checkCase(
        testCase, of: test, enteredBy: crt_calling_async_function(), performing: function)
    } else if test.isSuite || TestProgress.current != nil {
      // An outer suite's trait asks for what the test should have shown.
      warnWhereRepeated(on: test)
      try await ownUnattributed(of: test, performing: function)
    } else {
      try await ownUnattributed(of: test) { try await follow(test, performing: function) }
    }
  }
}

extension Trait where Self == LeakFreeTrait {
  /// Checks that all objects that the tests allocate are deinitialized when they end. See ``LeakFreeTrait``.
  public static var leakFree: Self { leakFree() }

  /// Checks that all objects that the tests allocate are deinitialized when they end. See ``LeakFreeTrait``.
  ///
  /// - Parameters:
  ///   - grace: How long the objects of a test may take to be deinitialized after it. The check does not wait once they are gone.
  ///   - ignored: The leaks that are not reported.
  ///   - reportLate: Whether objects that are deinitialized late are recorded as a warning, with the delay and what held them
  ///     meanwhile. This costs a search of the process as soon as an object has stayed alive for a moment.
  ///   - notingCaches: Whether objects that globals, statics and caches keep are recorded as a warning.
  ///   - failingCaches: Whether those objects fail the test.
  ///   - failingUncertain: Whether objects that a library or untyped data possibly keeps for good fail the test,
  ///     instead of being recorded as a warning.
  ///   - failingUnattributed: Whether leaks that cannot be attributed to a certain test fail the suite, instead of
  ///     being recorded as a warning. The outermost trait reports them, and its option counts. A cycle through a task stays a warning:
  ///     nothing is waited for, and the task may be about to end it.
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
