import CRuntime
import LeakDetection
import XCTest

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
/// A test is checked when it has been torn down. What the test case's own properties hold is no leak by that, since
/// XCTest keeps every test case to the end of the run; a retain cycle that they lead to is one. Instances
/// of all classes count but those of the toolchain and of the kit, also those that Dispatch queues and threads
/// allocate meanwhile. What a global, a static or a lazily made cache keeps is no leak.
open class LeakFreeTestCase: XCTestCase {
  /// How long the objects of a test may take to go after it. Nothing is waited for when they are gone.
  open class var leakGrace: Duration { .milliseconds(500) }

  /// What is not reported.
  open class var ignoredLeaks: [IgnoredLeak] { [] }

  /// Whether what is possibly kept for good fails the test, by a library or by data without a type, instead of being told as a
  /// warning.
  open class var failsUncertainLeaks: Bool { false }

  /// Runs the test with its set-up and its teardown, and then checks what it left.
  open override func invokeTest() {
    guard LeakDetector.isEnabled else { return super.invokeTest() }
    let entry = crt_calling_function()
    let check = LeakFreeCheck(
      grace: Self.leakGrace, ignored: Self.ignoredLeaks, failsUncertain: Self.failsUncertainLeaks,
      claimsUnattributed: true,
      location: CodeLocation(fileID: name, filePath: "<EXPR>", line: 0, column: 0),
      entry: entry, label: name
    ) { failure in
      XCTestReporter.report(
        failure,
        at: XCTestPlace(fileID: failure.location.fileID, file: "<EXPR>", line: 0, column: 0))
    }
    Self.sayObstacle()
    let scope = LeakFreeScope(label: name, claimsUnattributed: true, entry: entry)
    scope.run { super.invokeTest() }
    var question = check.question()
    question.lenders.append(TrackedLender(self))
    check.tell(scope.settle(question))
  }

  /// Says on standard error, once in a process, why only named objects are checked.
  private static func sayObstacle() {
    guard let obstacle = LeakFreeCheck.takeObstacle(at: CodeLocation()) else { return }
    StandardError.write("warning: \(obstacle.text)")
  }
}
