#if !canImport(ObjectiveC)
  import LeakTesting
  import XCTest

  /// A test case that has a mirror of its own, which the kit does not ask: `trackForLeaks(_:)` comes too late in `tearDown()`.
  final class MirroredTestCaseTests: XCTestCase, CustomReflectable {
    private var failures: [String] = []

    var customMirror: Mirror { fatalError("The test case's code was run.") }

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected isExpected: Bool
    ) {
      failures.append(description)
    }

    override func tearDown() {
      trackForLeaks(Radio.fixed())
      let text =
        "failed - trackForLeaks(_:) was called in tearDown() or in a teardown block, too late for a teardown block of its "
        + "own: nothing is checked. Call it in the test, or in setUp()."
      guard failures != [text] else { return }
      super.recordFailure(
        withDescription: "\(failures) is not \([text])", inFile: #filePath, atLine: #line,
        expected: true)
    }

    func testTooLate() {}
  }
#endif
