import CLeakBase
import LeakDetection
import XCTest

/// XCTest's own test case, for where a target's `typealias XCTestCase = LeakFreeTestCase` has taken its name.
///
/// It has no other name: in `XCTest.XCTestCase` the first word is a class of the module's, which is called so, too. A class derives
/// from it to stay out. An extension of it may have a method of the same signature as one of XCTest's, which an extension of a
/// subclass must not:
///
/// ```swift
/// extension LeakUncheckedTestCase {
///   func fulfillment(of expectations: [XCTestExpectation], …) async { … }
/// }
/// ```
public typealias LeakUncheckedTestCase = XCTestCase

/// A test case that fails when its test leaves anything behind that it allocated, without naming any of it.
///
/// One line in a test target makes all its test cases such:
///
/// ```swift
/// import LeakTesting
///
/// typealias XCTestCase = LeakFreeTestCase
/// ```
///
/// A test is checked when it has been torn down: after the teardown blocks and every form of `tearDown()`, and also when
/// it was skipped or has failed. Its leaks are its failures, see
/// ``recordLeak(withDescription:inFile:atLine:)``.
///
/// What the test case's own properties hold is no leak by that, since
/// XCTest keeps every test case to the end of the run; a retain cycle that they lead to is one. Instances
/// of all classes count but those of the toolchain and of the kit, also those that Dispatch queues and threads
/// allocate meanwhile. What a global, a static or a lazily made cache keeps is no leak.
///
/// XCTest makes all test cases before it runs the first. What the initial values of a test case's properties are made of is
/// checked with its test all the same, as far as nothing but the properties keeps it when the test begins. What
/// something else refers to as well by then, such as a global, another test case or a timer, and what no property leads
/// to any more, belongs to no test; nor does what class methods such as `setUp()` of a class make.
open class LeakFreeTestCase: XCTestCase {
  /// Whether the tests of the class are checked: false for one that is to stay out in a target where all others are.
  open class var isLeakChecked: Bool { true }

  /// How long the objects of a test may take to go after it. Nothing is waited for when they are gone.
  open class var leakGrace: Duration { .milliseconds(500) }

  /// What is not reported.
  open class var ignoredLeaks: [IgnoredLeak] { [] }

  /// Whether what globals, statics and caches keep is told, as a warning.
  open class var notesCaches: Bool { false }

  /// Whether it fails the test.
  open class var failsCaches: Bool { false }

  /// Whether what goes only after waiting is told, as a warning, with how long it took and what held it until then. It costs a search
  /// of the process as soon as something has stayed for a moment.
  open class var notesLateLeaks: Bool { false }

  /// Whether what is possibly kept for good fails the test, by a library or by data without a type, instead of being told as a
  /// warning.
  open class var failsUncertainLeaks: Bool { false }

  /// Runs the test with its set-up and its teardown, and then checks what it left.
  open override func invokeTest() {
    guard Self.isLeakChecked, LeakDetector.isEnabled else { return super.invokeTest() }
    let entry = crt_calling_function()
    // The check reports on this thread, before this returns.
    nonisolated(unsafe) let testCase = self
    let check = LeakFreeCheck(
      options: CheckOptions(
        within: Self.leakGrace, ignoring: Self.ignoredLeaks, reportLate: Self.notesLateLeaks,
        notingCaches: Self.notesCaches, failingCaches: Self.failsCaches,
        failingUncertain: Self.failsUncertainLeaks),
      claimsUnattributed: true,
      location: Self.unknownPlace(named: name),
      entry: entry, label: name
    ) { testCase.deliver($0) }
    Self.sayObstacle()
    let scope = LeakFreeScope(label: name, claimsUnattributed: true, entry: entry)
    // XCTest has made all test cases before the first test runs.
    scope.adoptProperties(of: self, below: LeakFreeTestCase.self, exceptThoseOf: "XCTest")
    let progress = TestProgress()
    RunningTest.$testCase.withValue(fullName) {
      TestProgress.$current.withValue(progress) {
        IgnoredLeak.$inherited.withValue(check.options.allIgnored) {
          scope.run { super.invokeTest() }
        }
        // A test that did not get that far need not have shown its known leaks.
        if testRun.map({ $0.totalFailureCount > 0 || $0.hasBeenSkipped }) ?? true {
          progress.noteCutShort()
        }
        var query = check.query()
        query.transientRoots.append(TransientRoot(self))
        check.conclude(scope.settle(query))
        CheckFailure.missing(in: fullName, after: progress, at: Self.unknownPlace(named: name))
          .forEach(deliver)
      }
    }
  }

  /// Records a leak as a failure of this test.
  ///
  /// The test has been torn down by then, and is still XCTest's current one: its run has not ended. The failure is recorded as any
  /// other, by the method that a subclass overrides to see failures (`recordFailure(withDescription:inFile:atLine:expected:)`, on
  /// Apple platforms `record(_:)`), and XCTest's log and observers have it from there.
  ///
  /// A base class of another module may keep a current test or example of its own, and has none any more. Where the test case has such a
  /// base class, the failure goes to the test's run itself, past overrides. Override this method to see or to change what is recorded.
  ///
  /// - Parameters:
  ///   - description: What leaked, and why.
  ///   - filePath: The file of the line that named the object, or in which the test is written; the name of the class where the
  ///     binary does not tell that.
  ///   - lineNumber: That line, or 1.
  open func recordLeak(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int
  ) {
    #if canImport(ObjectiveC)
      // There is nothing left to be cut short.
      continueAfterFailure = true
      let place = XCTSourceCodeLocation(filePath: filePath, lineNumber: lineNumber)
      let issue = XCTIssue(
        type: .assertionFailure, compactDescription: "failed - \(description)",
        sourceCodeContext: XCTSourceCodeContext(location: place))
      if Self.recordsFailures { record(issue) } else { super.record(issue) }
    #else
      guard let run = testRun as? XCTestCaseRun, run.startDate != nil, run.stopDate == nil else {
        // The test was invoked without a run: whoever did that is told.
        return XCTestReporter.report(
          CheckFailure(
            text: description,
            location: CodeLocation(fileID: name, filePath: filePath, line: lineNumber, column: 0)))
      }
      // XCTestCase's own method ends the process where a test case is not to go on after a failure. There is nothing left to be cut
      // short; but a subclass may not be told.
      continueAfterFailure = true
      let text = "failed - \(description)"
      if Self.recordsFailures, continueAfterFailure {
        recordFailure(
          withDescription: text, inFile: filePath, atLine: lineNumber, expected: true)
      } else {
        run.recordFailure(
          withDescription: text, inFile: filePath, atLine: lineNumber, expected: true)
      }
    #endif
  }

  /// Whether failures go to whatever method of a subclass records them: all classes below this one are declared in one module, that of
  /// the test case.
  private static var recordsFailures: Bool {
    let module = moduleName(of: self)
    var current: AnyClass = self
    while current != LeakFreeTestCase.self {
      guard moduleName(of: current) == module, let superclass = _getSuperclass(current) else {
        return false
      }
      current = superclass
    }
    return true
  }

  private static func moduleName(of type: AnyClass) -> Substring {
    String(reflecting: type).prefix { $0 != "." }
  }

  /// Tells of what the check has found.
  private func deliver(_ failure: CheckFailure) {
    var failure = failure
    // What no line named is told where the test begins.
    if failure.location == Self.unknownPlace(named: name) { failure.location = placeOfTest }
    if failure.isWarning { return XCTestReporter.report(failure) }
    recordLeak(
      withDescription: failure.text, inFile: failure.location.filePath,
      atLine: failure.location.line)
    failure.noteFinding()
  }

  /// The line that the running test begins on, where the binary tells it.
  private var placeOfTest: CodeLocation {
    CodeLocation(ofMethod: methodName, of: type(of: self))
      ?? CodeLocation(
        fileID: name, filePath: "\(type(of: self))", line: 1, column: 0)
  }

  private static func unknownPlace(named name: String) -> CodeLocation {
    CodeLocation(fileID: name, filePath: "<EXPR>", line: 0, column: 0)
  }

  /// Says on standard error, once in a process, why only named objects are checked.
  private static func sayObstacle() {
    guard let obstacle = LeakFreeCheck.takeObstacle(at: CodeLocation()) else { return }
    StandardError.write("warning: \(obstacle.text)")
  }
}
