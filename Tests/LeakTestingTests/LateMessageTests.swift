#if !canImport(ObjectiveC)
  import LeakTesting
  import XCTest

  /// The message of an assertion is made when it fails, as XCTest's own are.
  final class LateMessageTests: XCTestCase {
    private var failures: [String] = []
    private var made: [String] = []

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected isExpected: Bool
    ) {
      failures.append(description)
    }

    override func tearDown() {
      guard !failures.isEmpty else { return }
      super.recordFailure(
        withDescription: "\(failures)", inFile: #filePath, atLine: #line, expected: true)
    }

    private func message(_ text: String) -> String {
      made.append(text)
      return text
    }

    func testIsNotMadeWhereNothingFails() {
      XCTAssertDeallocated(message("a")) { Radio.fixed() }
      XCTAssertNoLeaks(message("b")) { _ = Radio.fixed() }
      XCTAssertNoGrowth(message("c")) { _ = Radio.fixed() }
      XCTAssertDeallocated(message("d"), ignoring: [.type(Radio.self)]) { Radio.leaking() }
      XCTAssertEqual(made, [])
    }

    func testIsNotMadeWhereNothingFailsAsynchronously() async {
      await XCTAssertDeallocated(message("e")) { Radio.fixed() }
      await XCTAssertNoLeaks(message("f")) { _ = Radio.fixed() }
      await XCTAssertNoGrowth(message("g")) { _ = Radio.fixed() }
      XCTAssertEqual(made, [])
    }

    /// It tells of what the body has done, and is made once.
    func testIsMadeAfterTheBody() async {
      var number = 0
      await XCTAssertDeallocated(message("radio \(number)")) {
        number += 1
        return (Radio.leaking(), Panel.leaking())
      }
      await XCTAssertNoLeaks(message("radio \(number)")) {
        number += 1
        _ = Radio.leaking()
      }
      let lines = failures.map { $0.split(separator: "\n")[1] }
      failures = []
      XCTAssertEqual(lines, ["radio 1", "radio 1", "radio 2"])
      XCTAssertEqual(made, ["radio 1", "radio 2"])
    }
  }
#endif
