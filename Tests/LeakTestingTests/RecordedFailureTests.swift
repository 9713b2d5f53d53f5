#if !canImport(ObjectiveC)
  import ChildProcess
  import Foundation
  import LeakTesting
  import Testing
  import XCTest

  /// What XCTest's observers and the overrides of a test case hear of leaks, in a process of XCTest's own.
  @Suite struct RecordedFailureTests {
    @Test func overridesAndObserversHearOfLeaksWhileTheTestIsTheCurrentOne() async throws {
      let executable = try #require(Bundle.main.executableURL)
      var process = ChildProcess(executable, ["LeakTestingTests.FailureRecordingScene"])
      process.environment = [FailureRecordingScene.variable: "1"]
      let ending = try await process.run()
      #expect(ending.status == .exitCode(1))
      #expect(Self.parts(of: Self.withoutTimes(ending.output)) == Self.parts(of: Self.expected))
    }

    /// What XCTest prints, without times, folders and what the audit of all paths says at the end.
    private static func withoutTimes(_ output: String) -> String {
      output.replacing(#/ at \d{4}-.*/#, with: "")
        .replacing(#/ \([\d.]+ seconds\)/#, with: "")
        .replacing(#/ in [\d.]+ \([\d.]+\) seconds/#, with: "")
        .replacing(#/(?m)^/.*/(\w+\.swift):/#) { "\($0.output.1):" }
        .replacing(#/(?m)^paths: .*\n/#, with: "")
    }

    /// What the scene prints, and what XCTest does: which of two observers hears first is another in each process.
    private static func parts(of output: String) -> [String] {
      let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
      return [true, false].map { isScenes in
        lines.filter { $0.hasPrefix("scene: ") == isScenes }.joined(separator: "\n")
      }
    }

    private static func failure(
      of test: String, _ report: String, line: Int
    ) -> String {
      let headline = report.split(separator: "\n")[0]
      return """
        scene: FailureRecordingScene.\(test) starts
        Test Case 'FailureRecordingScene.\(test)' started
        scene: tearDown
        scene: the override, in the run: failed - \(headline)
        scene: the observer: seen: failed - \(headline)
        RecordedFailureTests.swift:\(line): error: FailureRecordingScene.\(test) : seen: failed - \(report)
        scene: FailureRecordingScene.\(test) has ended, 1 failures
        Test Case 'FailureRecordingScene.\(test)' failed
        """
    }

    private static let expected = """
      Test Suite 'Selected tests' started
      Test Suite 'FailureRecordingScene' started
      \(failure(of: "testFoundLeak", .radioFound(), line: FailureRecordingScene.lineOfFoundLeak))
      \(failure(of: "testNamedLeak", .radioLeaked("Radio \"radio\""), line: FailureRecordingScene.lineOfNamedLeak))
      scene: FailureRecordingScene.testNoLeak starts
      Test Case 'FailureRecordingScene.testNoLeak' started
      scene: tearDown
      scene: FailureRecordingScene.testNoLeak has ended, 0 failures
      Test Case 'FailureRecordingScene.testNoLeak' passed
      Test Suite 'FailureRecordingScene' failed
      \t Executed 3 tests, with 2 failures (0 unexpected)
      Test Suite 'Selected tests' failed
      \t Executed 3 tests, with 2 failures (0 unexpected)

      """
  }

  /// A test case that overrides how failures are recorded. It says what it hears, and what an observer hears.
  final class FailureRecordingScene: LeakFreeTestCase {
    static let variable = "LEAK_TESTING_RECORDS_FAILURES"

    private final class Observer: NSObject, XCTestObservation {
      func testCaseWillStart(_ testCase: XCTestCase) { print("scene: \(testCase.name) starts") }

      func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String,
        inFile filePath: String?, atLine lineNumber: Int
      ) {
        print("scene: the observer: \(FailureRecordingScene.beginning(of: description))")
      }

      func testCaseDidFinish(_ testCase: XCTestCase) {
        print("scene: \(testCase.name) has ended, \(testCase.testRun?.failureCount ?? 0) failures")
      }
    }

    nonisolated(unsafe) private static let observer = Observer()
    private var hasEnded = false

    override class func setUp() {
      guard isPlayed else { return }
      XCTestObservationCenter.shared.addTestObserver(observer)
    }

    override class func tearDown() {
      guard isPlayed else { return }
      XCTestObservationCenter.shared.removeTestObserver(observer)
    }

    private static var isPlayed: Bool {
      ProcessInfo.processInfo.environment[variable] == "1"
    }

    fileprivate static func beginning(of description: String) -> String {
      description.split(separator: "\n").first.map(String.init) ?? ""
    }

    override func setUpWithError() throws {
      guard Self.isPlayed else { throw XCTSkip("\(Self.variable) is not set") }
      continueAfterFailure = false
    }

    override func tearDown() {
      if Self.isPlayed { print("scene: tearDown") }
    }

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      let run = testRun as? XCTestCaseRun
      let isCurrent = run?.startDate != nil && run?.stopDate == nil
      print(
        "scene: the override, \(isCurrent ? "in" : "after") the run: \(Self.beginning(of: description))"
      )
      super.recordFailure(
        withDescription: "seen: \(description)", inFile: filePath, atLine: lineNumber,
        expected: expected)
    }

    static let lineOfFoundLeak = #line + 1
    func testFoundLeak() { _ = Radio.leaking() }

    static let lineOfNamedLeak = #line + 1
    func testNamedLeak() { trackForLeaks(Radio.leaking(), label: "radio") }

    func testNoLeak() { _ = Radio.fixed() }
  }
#endif
