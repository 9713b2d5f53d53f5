import CLeakTestLoading
import Foundation
import LeakDetection
import XCTest

/// What is done once in a process that the kit is linked into.
enum TestProcess {
  /// Whether the process was told of before anything of a test ran.
  static var wasLoaded: Bool { crt_test_loading_is_over() }

  /// Listens to XCTest, so that the test cases of its own class have names, and begins the check of the process where that is asked
  /// for.
  fileprivate static func begin() {
    TestCaseListener.install()
    // XCTest's list of observers is the main thread's: the first failure may come from another one.
    FailureListener.install()
    CodeLocation.tellMistakes(to: SwiftTestingReporter.takeMistake)
    // Where another process runs the tests, that says what is to be said.
    if ProcessSetting.current == .unset || isListing || isOfExitTest { return }
    _ = ProcessSetting.read()
    ProcessCheck.shared?.begin()
  }

  private static var isListing: Bool {
    CommandLine.arguments.contains("--list-tests")
      || CommandLine.arguments.contains("--dump-tests-json")
  }

  /// Whether Swift Testing has made the process to run the body of an exit test. It says so in a variable of the environment, which it
  /// takes away before it calls the body.
  static let isOfExitTest = ProcessInfo.processInfo.environment.keys.contains(where: namesExitTest)

  /// Whether a variable of the environment has that name.
  ///
  /// Source: `ExitTest` in swift-testing's ExitTest.swift: `SWT_EXIT_TEST_ID`, in Swift 6.2 `SWT_EXPERIMENTAL_EXIT_TEST_ID`.
  static func namesExitTest(_ variable: String) -> Bool {
    variable.hasPrefix("SWT_") && variable.contains("EXIT_TEST")
  }
}

/// Called by a constructor, before `main`.
@_cdecl("crt_test_process_was_loaded")
package func testProcessWasLoaded() {
  TestProcess.begin()
}
