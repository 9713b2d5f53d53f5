#if !canImport(ObjectiveC)
  import Dispatch
  import Foundation
  import LeakTesting
  import XCTest

  /// What the XCTest adapter tells: the test case keeps its failures instead of failing.
  final class XCTestAdapterTests: XCTestCase {
    private struct Failure: Equatable {
      var text: String
      var file: String
      var line: Int
    }

    private var failures: [Failure] = []
    private var expected: [Failure] = []

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected isExpected: Bool
    ) {
      failures.append(Failure(text: description, file: filePath, line: lineNumber))
    }

    override func tearDown() {
      let (told, wanted) = (failures, expected)
      guard told != wanted else { return }
      super.recordFailure(
        withDescription: "\(told) is not \(wanted)", inFile: #filePath, atLine: #line,
        expected: true)
    }

    private func expectRadioLeaked(_ name: String = "Radio", line: Int) {
      expected.append(
        Failure(text: "failed - " + .radioLeaked(name), file: "\(#filePath)", line: line))
    }

    func testTracked() {
      trackForLeaks(Radio.fixed())
      trackForLeaks(Radio.leaking(), label: "radio")
      expectRadioLeaked("Radio \"radio\"", line: #line - 1)
    }

    /// The block has run when the check asks, and XCTest has it still.
    func testTeardownBlock() {
      let radio = trackForLeaks(Radio.fixed())
      addTeardownBlock { radio.onFinish = nil }
      expected.append(
        Failure(
          text: """
            failed - Radio is held: 1 instance is kept alive by XCTestAdapterTests.teardownBlocksState, a property of \
            the test case (closure #1 in XCTestAdapterTests.testTeardownBlock()).

              ╭─ the test case
              │    .teardownBlocksState: XCTestCase.TeardownBlocksState
              │    .blocks[1]
              │    closure #1 in XCTestAdapterTests.testTeardownBlock()   XCTestAdapterTests.swift:\(#line - 10)
              │       captures radio: Radio strongly
              ╰→ Radio

              XCTest keeps the teardown blocks of a test as long as the test case. Write [weak radio] in the block.
              fingerprint fff8d8cb
            """, file: "\(#filePath)", line: #line - 17))
    }

    private var radio: Radio?

    func testPropertyOfTheTestCase() {
      radio = trackForLeaks(Radio.fixed())
      expectRadioHeldByProperty(line: #line - 1)
    }

    private func expectRadioHeldByProperty(line: Int, others: String = "") {
      expected.append(
        Failure(
          text: """
            failed - Radio is held: 1 instance is kept alive by XCTestAdapterTests.radio, a property of the test case.

              ╭─ the test case
              │    .radio: Radio
              ╰→ Radio

              Clear the property before the check: a LeakFreeTestCase checks after tearDown(), trackForLeaks(_:) in another \
            test case before it.\(others)
              fingerprint 550dbc8a
            """, file: "\(#filePath)", line: line))
    }

    private static nonisolated(unsafe) var address: UnsafeRawPointer?

    /// The property is certain; that the variable holds a retain is not.
    func testPropertyBesideAnAddress() {
      addTeardownBlock { Unmanaged<Radio>.fromOpaque(Self.address!).release() }
      let radio = trackForLeaks(Radio.fixed())
      expectRadioHeldByProperty(
        line: #line - 2, others: " Something else may keep it as well.")
      self.radio = radio
      Self.address = UnsafeRawPointer(Unmanaged.passRetained(radio).toOpaque())
    }

    func testTrackedAsynchronous() async {
      let radio = trackForLeaks(Radio.leaking())
      expectRadioLeaked(line: #line - 1)
      await Task.yield()
      radio.onFinish?()
    }

    func testSynchronous() {
      XCTAssertDeallocated { Radio.fixed() }
      XCTAssertDeallocated { Radio.leaking() }
      expectRadioLeaked(line: #line - 1)
    }

    /// What the kit itself takes of a stack does not depend on what it finds.
    func testOnASmallStack() {
      let isOver = DispatchSemaphore(value: 0)
      let thread = Thread {
        XCTAssertDeallocated { Radio.fixed() }
        XCTAssertDeallocated { Radio.leaking() }
        XCTAssertNoLeaks { _ = Radio.leaking() }
        isOver.signal()
      }
      thread.stackSize = 64 << 10
      thread.start()
      isOver.wait()
      expectRadioLeaked(line: #line - 7)
      expected.append(
        Failure(text: "failed - " + .radioFound(), file: "\(#filePath)", line: #line - 8))
    }

    /// What a check around ignores is known there, too.
    func testIgnoredAroundASmallStack() {
      let isOver = DispatchSemaphore(value: 0)
      let thread = Thread {
        XCTAssertNoLeaks(ignoring: [.type(Radio.self)]) {
          XCTAssertDeallocated { Radio.leaking() }
        }
        isOver.signal()
      }
      thread.stackSize = 64 << 10
      thread.start()
      isOver.wait()
    }

    func testAsynchronous() async {
      await XCTAssertDeallocated { Radio.fixed() }
      await XCTAssertDeallocated { Radio.leaking() }
      expectRadioLeaked(line: #line - 1)
    }

    func testTrackedInTheBody() {
      XCTAssertDeallocated {
        trackForLeaks(Radio.leaking())
        return
      }
      expectRadioLeaked(line: #line - 3)
      XCTAssertEqual(failures, expected)
    }

    /// What a line asks for that tracks an object counts for the check around, whichever that is.
    func testTrackedInADetection() {
      let report = LeakDetector.detectBlocking {
        trackForLeaks(Radio.leaking(), ignoring: [.type(Radio.self)])
        return
      }
      XCTAssertEqual(report.leaks, [])
      XCTAssertEqual(failures, expected)
    }

    func testUse() {
      XCTAssertDeallocated {
        Radio.fixed()
      } after: {
        $0.loop()
      }
      expectRadioLeaked(line: #line - 5)
    }

    func testBodyThatThrows() throws {
      do {
        try XCTAssertDeallocated {
          trackForLeaks(Radio.leaking())
          throw Jam()
        }
      } catch is Jam {
        expectRadioLeaked(line: #line - 4)
        return
      }
      expected.append(Failure(text: "an error", file: "", line: 0))
    }

    func testClosureScenario() {
      XCTAssertDeallocated(after: .closure(\.onFinish)) { Radio.fixed() }
      XCTAssertDeallocated(after: .closure(\.onFinish)) { Radio.leaking() }
      expectRadioLeaked(line: #line - 1)
    }

    func testMainQueueRunsMeanwhile() {
      let radio = Radio.fixed()
      XCTAssertDeallocated(within: .seconds(60)) {
        let late = Radio.fixed()
        nonisolated(unsafe) let borrowed = late
        DispatchQueue.main.async { borrowed.onFinish?() }
        return late
      }
      radio.onFinish = nil
    }

    func testWorkItemScenarioOnMainQueue() {
      XCTAssertDeallocated(after: .workItem(on: .main)) { Speaker.fixed(on: .main) }
    }

    func testNothingToCheck() {
      let line = #line + 1
      XCTAssertDeallocated {}
      expected.append(
        Failure(
          text: """
            failed - XCTAssertDeallocated had nothing to check: its body returned no object and tracked \
            none. Return the object that must go, or pass it to trackForLeaks(_:) inside the body.
            """, file: "\(#filePath)", line: line))
    }

    /// Nobody hears of an issue of a lower severity: a line says it.
    func testExpectWarnsToo() throws {
      let line = #line + 2
      let told = try standardError {
        expectDeallocated(within: .seconds(60), reportLate: true) {
          nonisolated(unsafe) let radio = Radio.fixed()
          DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) {
            withExtendedLifetime(radio) {}
          }
          return radio
        }
      }
      // How late, and what has held it, differs.
      XCTAssertEqual(
        told.replacing(/late by [^\n]*\n/, with: "late"),
        "LeakTestingTests/XCTestAdapterTests.swift:\(line): warning: in "
          + "LeakTestingTests.XCTestAdapterTests/testExpectWarnsToo: Radio went late")
    }

    /// What is written to standard error meanwhile.
    private func standardError(_ body: () -> Void) throws -> String {
      let pipe = Pipe()
      let before = dup(STDERR_FILENO)
      dup2(pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
      body()
      dup2(before, STDERR_FILENO)
      close(before)
      try pipe.fileHandleForWriting.close()
      return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    func testExpectIsToldToo() {
      expectDeallocated { Radio.leaking() }
      expected.append(
        Failure(
          text: "failed - " + .radioLeaked(), file: "\(#filePath)", line: #line - 3))
    }
  }
#endif
