import Foundation
import LeakDetection
import LeakReporting
import XCTest

/// Hears from XCTest which test case runs.
final class TestCaseListener: NSObject, XCTestObservation {
  /// Registers the listener, once.
  static func install() { _ = installed }

  private static let installed: Void = {
    XCTestObservationCenter.shared.addTestObserver(TestCaseListener())
  }()

  func testBundleWillStart(_ testBundle: Bundle) {
    // All test cases are there by now, and belong to no test.
    ProcessCheck.shared?.open()
  }

  func testCaseWillStart(_ testCase: XCTestCase) {
    ProcessCheck.shared?.settle(waiting: .current)
    RunningTest.begin(testCase.fullName)
    ProcessCheck.shared?.begin(testCase)
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    let hasScope = ProcessCheck.shared?.end(testCase) == true
    let isChecked = RunningTest.end() || hasScope
    // A test case of the kit's own class has looked for itself.
    guard isChecked, !(testCase is LeakFreeTestCase), LeakFreeScope.obstacle == nil,
      let run = testCase.testRun, run.totalFailureCount == 0, !run.hasBeenSkipped
    else { return }
    if let process = ProcessCheck.shared { return process.noteChecked(testCase.fullName) }
    RunReportFile.shared?.noteChecked(testCase.fullName, unless: LeakLedger.shared)
  }

  func testBundleDidFinish(_ testBundle: Bundle) {
    ProcessCheck.shared?.settle(waiting: .current)
  }
}
