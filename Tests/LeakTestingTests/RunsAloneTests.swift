import Testing
import XCTest

@testable import LeakTesting

/// Where the assertions of XCTest own what queues allocate: nowhere in a process of Swift Testing's, where others run beside.
@Suite struct RunsAloneTests {
  @Test func notInATest() { #expect(!XCTestReporter.runsAlone) }

  @Test func notInADetachedTask() async {
    #expect(await !Task.detached { XCTestReporter.runsAlone }.value)
  }
}

final class RunsAloneXCTests: XCTestCase {
  func testInATestCase() async {
    XCTAssertTrue(XCTestReporter.runsAlone)
    let inATask = await Task.detached { XCTestReporter.runsAlone }.value
    XCTAssertTrue(inATask)
  }
}
