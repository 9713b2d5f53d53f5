import CLeakBase
import LeakBase
import LeakDetection
import XCTest

/// XCTest's own test case, for targets in which `typealias XCTestCase = LeakFreeTestCase` hides its name.
///
/// It has no other name there: in `XCTest.XCTestCase`, the first word is the class XCTest, not the module. Derive a class from it
/// to exclude the class from the check. An extension of it may have a method with the same signature as a method of XCTest;
/// an extension of a subclass must not:
///
/// ```swift
/// extension LeakUncheckedTestCase {
///   func fulfillment(of expectations: [XCTestExpectation], …) async { … }
/// }
/// ```
public typealias LeakUncheckedTestCase = XCTestCase

/// A test case that fails when objects that its test allocated are not deinitialized, without naming them.
///
/// One line in a test target makes it the base class of all test cases of the target:
///
/// ```swift
/// import LeakTesting
///
/// typealias XCTestCase = LeakFreeTestCase
/// ```
///
/// A test is checked after its teardown, that is, after the teardown blocks and every form of `tearDown()`, even if
/// it was skipped or has failed. Each leak is recorded as a failure of the test, see
/// ``recordLeak(withDescription:inFile:atLine:)``.
///
/// An object is not a leak only because a property of the test case holds it, since
/// XCTest keeps every test case to the end of the run; a retain cycle that a property leads to is a leak. Instances
/// of all classes count except those of the toolchain and of this package, including those that Dispatch queues and threads
/// allocate meanwhile. An object that a global, a static or a lazily created cache keeps is not a leak.
///
/// XCTest creates all test cases before it runs the first. The objects in the initial values of a test case's properties are
/// checked with its test all the same, if only the properties keep them when the test begins. Objects that something else
/// refers to as well by then, such as a global, another test case or a timer, and objects that no property leads to any more,
/// belong to no test. The same applies to objects that class methods create, such as `setUp()` of a class.
open class LeakFreeTestCase: XCTestCase {
  /// Whether the tests of the class are checked: false excludes one class in a target where all others are checked.
  open class var isLeakChecked: Bool { true }

  /// How long the objects of a test may take to be deinitialized after it. The check does not wait once they are gone.
  open class var leakGrace: Duration { .milliseconds(500) }

  /// The leaks that are not reported.
  open class var ignoredLeaks: [IgnoredLeak] { [] }

  /// Whether objects that globals, statics and caches keep are reported as a warning.
  open class var notesCaches: Bool { false }

  /// Whether those objects fail the test.
  open class var failsCaches: Bool { false }

  /// Whether objects that are deinitialized late are reported as a warning, with the delay and what held them meanwhile. This
  /// costs a search of the process as soon as an object has stayed alive for a moment.
  open class var notesLateLeaks: Bool { false }

  /// Whether objects that a library or untyped data possibly keeps for good fail the test, instead of being reported as a
  /// warning.
  open class var failsUncertainLeaks: Bool { false }

  /// Runs the test with its setup and its teardown, and then checks for leaks.
  open override func invokeTest() {
    guard Self.isLeakChecked, LeakDetector.isEnabled else { return super.invokeTest() }
    let entry = crt_calling_function()
    // The check reports on this thread, before this returns.
    nonisolated(unsafe) let testCase = self
    let options = CheckOptions(
      within: Self.leakGrace, ignoring: Self.ignoredLeaks, reportLate: Self.notesLateLeaks,
      notingCaches: Self.notesCaches, failingCaches: Self.failsCaches,
      failingUncertain: Self.failsUncertainLeaks)
    let check = LeakFreeCheck(
      request: CheckRequest(
        options: options, location: Self.unknownPlace(named: name), entry: entry,
        name: "LeakFreeTestCase"
      ) { testCase.deliver($0) },
      label: name, claimsUnattributed: true)
    Self.sayObstacle()
    let scope = LeakFreeScope(label: name, claimsUnattributed: true, entry: entry)
    // XCTest has made all test cases before the first test runs.
    scope.adoptProperties(of: self, below: LeakFreeTestCase.self, exceptThoseOf: "XCTest")
    let progress = TestProgress()
    RunningTest.$testCase.withValue(fullName) {
      TestProgress.$current.withValue(progress) {
        options.ignoring {
          scope.run { super.invokeTest() }
        }
        // A test that did not get that far need not have shown its known leaks.
        if testRun.map({ $0.totalFailureCount > 0 || $0.hasBeenSkipped }) ?? true {
          progress.noteCutShort()
        }
        let check = check.extended(by: scope)
        var query = check.query()
        query.transientRoots.append(TransientRoot(self))
        check.conclude(scope.settle(query))
        CheckFailure.missing(
          in: fullName, after: progress, at: Self.unknownPlace(named: name)
        ).forEach(deliver)
      }
    }
  }

  /// Records a leak as a failure of this test.
  ///
  /// The test has been torn down by then, and is still XCTest's current test: its run has not ended. The failure is recorded like
  /// any other, by the method that a subclass overrides to see failures (`recordFailure(withDescription:inFile:atLine:expected:)`,
  /// on Apple platforms `record(_:)`), and reaches XCTest's log and observers from there.
  ///
  /// A base class of another module may have a current test or example of its own, which has already ended by then. With such a
  /// base class, the failure goes directly to the test's run, past overrides. Override this method to see or change the failure.
  ///
  /// - Parameters:
  ///   - description: What leaked, and why.
  ///   - filePath: The file of the line that named the object, or the file of the test; the name of the class if the
  ///     binary does not contain that file.
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
    if failure.location == Self.unknownPlace(named: name) { failure.move(to: placeOfTest) }
    if failure.isWarning { return XCTestReporter.report(failure) }
    recordLeak(
      withDescription: failure.shownText, inFile: failure.location.filePath,
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
    StandardError.warn(obstacle.text)
  }
}
