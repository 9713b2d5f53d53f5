#if !canImport(ObjectiveC)
  import ChildProcess
  import Dispatch
  import Foundation
  import LeakTesting
  import TestOrder
  import Testing
  import XCTest

  /// `trackForLeaks(_:)` of a test case that has ended, in a process of XCTest's own.
  @Suite struct EndedTestCaseTests {
    static let variable = "LEAK_TESTING_TRACKS_LATE"

    @Test(.aheadOfOthers) func theTestThatRunsIsNotToBlame() async throws {
      let executable = try #require(Bundle.main.executableURL)
      var process = ChildProcess(executable, ["LeakTestingTests.EndedTestCaseScene"])
      process.environment[Self.variable] = "1"
      let ending = try await process.run()
      #expect(ending.status == .exitCode(0))
      let told = (ending.output + ending.errors).split(separator: "\n")
        .filter { $0.contains("trackForLeaks(_:)") }
      #expect(
        told == [
          """
          LeakTestingTests/EndedTestCaseTests.swift:\(EndedTestCaseScene.line): warning: trackForLeaks(_:) was called after its \
          test had ended: nothing is checked. Await the task that calls it.
          """
        ])
    }
  }

  final class EndedTestCaseScene: XCTestCase {
    static let line = #line + 14
    private static let next = DispatchSemaphore(value: 0)
    private static let isOver = DispatchSemaphore(value: 0)

    override func setUpWithError() throws {
      if ProcessInfo.processInfo.environment[EndedTestCaseTests.variable] == nil {
        throw XCTSkip("a scene of EndedTestCaseTests")
      }
    }

    func testAStarts() {
      nonisolated(unsafe) let test = self
      Thread.detachNewThread {
        Self.next.wait()
        test.trackForLeaks(Radio.fixed())
        Self.isOver.signal()
      }
    }

    func testBRuns() {
      Self.next.signal()
      Self.isOver.wait()
    }
  }
#endif
