import Testing
import XCTest

/// The name of the test that runs, as a list of known leaks and a report have it.
enum RunningTest {
  /// The test case of XCTest that a check of the kit's runs in.
  @TaskLocal static var testCase: String?

  /// The test that runs: `PlayerTests.Stopping/stops()`, `PlayerTests.StoppingTests/testStops`; `nil` where that is not known, as in a
  /// test case of XCTest's own.
  static var name: String? { Test.current?.fullName ?? testCase }
}

extension Test {
  /// The name with the module and the suites, and without the place.
  var fullName: String {
    let id = "\(id)"
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
