import LeakBase
import Synchronization
import Testing
import XCTest

/// The name of the test that runs, as a list of known leaks and a report have it.
enum RunningTest {
  /// The test case of XCTest that a check of the kit's runs in.
  @TaskLocal static var testCase: String?

  /// The test that runs: `PlayerTests.Stopping/stops()`, `PlayerTests.StoppingTests/testStops`; `nil` outside of tests.
  static var name: String? {
    if let test = Test.current {
      noteSwiftTesting()
      return test.fullName
    }
    return testCase ?? observed.withLock { $0 }
  }

  /// Whether no test is known to run that could hear of an issue: none of XCTest's, which runs one after the other, and the process is
  /// not known to be one of Swift Testing's, in which a detached task knows nothing of its test. False where that cannot be known.
  static var isOutsideTests: Bool {
    #if os(Linux)
      name == nil && !isOfSwiftTesting
    #else
      false
    #endif
  }

  /// Whether the process is known to be one of Swift Testing's. `swift test` names the library to the process that it runs for that;
  /// other build systems call it by themselves.
  private static var isOfSwiftTesting: Bool {
    hasRunSwiftTesting.load(ordering: .relaxed) || isStartedForSwiftTesting
  }

  private static let isStartedForSwiftTesting =
    CommandLine.arguments.contains("--testing-library") || TestProcess.isOfExitTest

  private static let hasRunSwiftTesting = Atomic(false)

  /// A test of Swift Testing's runs.
  static func noteSwiftTesting() { hasRunSwiftTesting.store(true, ordering: .relaxed) }

  /// The test case that XCTest runs: one at a time.
  private static let observed = VisibleMutex<String?>(nil)
  /// Whether a check has come to its end since that has begun.
  private static let isChecked = Atomic(false)

  /// XCTest begins a test case.
  static func begin(_ name: String) {
    observed.withLock { observed in
      observed = name
      isChecked.store(false, ordering: .relaxed)
    }
  }

  /// A check has come to its end.
  static func noteChecked() { isChecked.store(true, ordering: .relaxed) }

  /// XCTest has ended the test case.
  ///
  /// - Returns: whether a check has come to its end in it.
  static func end() -> Bool {
    observed.withLock { observed in
      defer { observed = nil }
      return observed != nil && isChecked.load(ordering: .relaxed)
    }
  }
}

extension Test {
  /// The name with the module and the suites, and without the place, which only a function's has.
  var fullName: String {
    let id = "\(id)"
    if isSuite { return id }
    return String(id[..<(id.lastIndex(of: "/") ?? id.endIndex)])
  }
}

extension XCTestCase {
  /// The name with the module.
  var fullName: String { "\(String(reflecting: type(of: self)))/\(methodName)" }

  /// The name without the class.
  var methodName: String {
    // `StoppingTests.testStops` on Linux, `-[StoppingTests testStops]` elsewhere.
    name.split { $0 == "." || $0 == " " || $0 == "]" }.last.map(String.init) ?? name
  }
}
