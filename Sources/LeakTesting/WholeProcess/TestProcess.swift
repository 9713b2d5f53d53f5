import CLeakTestLoading
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
    ProcessCheck.shared?.begin()
  }
}

/// Called by a constructor, before `main`.
@_cdecl("crt_test_process_was_loaded")
package func testProcessWasLoaded() {
  TestProcess.begin()
}
