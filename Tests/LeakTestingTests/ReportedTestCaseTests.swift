#if !canImport(ObjectiveC)
  import ChildProcess
  import Foundation
  import LeakTesting
  import LeakReporting
  import TestOrder
  import Testing

  /// What the report of a run says of XCTest's own test cases, with `LEAK_TESTING=all`.
  @Suite(.slow) struct ReportedTestCaseTests {
    private static let list = """
      {
        "leaks": [
          {
            "fingerprint": "00000000", "reason": "old", "reference": "closure #1 in Radio.loop()", "since": "2026-11-23",
            "tests": ["LeakTestingTests.WholeProcessScene/testLeaks"], "type": "LeakTestingTests.Radio"
          }
        ],
        "version": 1
      }
      """

    /// The test now shows another leak of the type: that counts before it is said that the test was checked.
    @Test(.aheadOfOthers) func aLeakWhoseReferenceHasChanged() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "reported-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let known = folder.appending(path: "known.json").path
      try Self.list.write(toFile: known, atomically: true, encoding: .utf8)
      let reports = folder.appending(path: "reports").path
      let executable = try #require(Bundle.main.executableURL)
      var process = ChildProcess(executable, ["LeakTestingTests.WholeProcessScene"])
      process.environment = [
        WholeProcessTests.variable: "1", "LEAK_TESTING": "all", "LEAK_TESTING_KNOWN": known,
        "LEAK_TESTING_REPORTS": reports,
      ]
      #expect(try await process.run().status == .exitCode(0))
      let runs = try RunReport.reports(in: reports)
      #expect(runs.map(\.checkedTests) == [["LeakTestingTests.WholeProcessScene/testLeaks"]])
      #expect(runs.map(\.notGone) == [["00000000"]])
      let merged = MergedReport(runs, known: try KnownLeakList(contentsOf: known).leaks)
      #expect(merged.summary == "2 leaks in 1 test: 2 new")
    }
  }
#endif
