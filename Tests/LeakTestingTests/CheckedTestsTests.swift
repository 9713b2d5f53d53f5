#if !canImport(ObjectiveC)
  import ChildProcess
  import Foundation
  import LeakReporting
  import LeakTesting
  import TestOrder
  import Testing

  /// Which tests a run's report says were checked to their end, in processes of their own.
  @Suite(.slow) struct CheckedTestsTests {
    static let variable = "LEAK_TESTING_CHECKED_TESTS"

    private static func list(naming test: String) -> String {
      """
      {
        "leaks": [
          {
            "fingerprint": "e607bb5e", "reason": "old", "reference": "closure #1 in Radio.loop()", "since": "2026-11-23",
            "tests": ["LeakTestingTests.CheckedScene/\(test)"], "type": "LeakTestingTests.Radio"
          }
        ],
        "version": 1
      }
      """
    }

    /// Of a test that the run's list does not name nobody knows whether it failed by itself: it may not have come to a leak that
    /// another list names.
    @Test(
      .aheadOfOthers,
      arguments: [
        ("fails()", [String]()), ("passes()", ["LeakTestingTests.CheckedScene/passes()"]),
        ("another()", []),
      ])
    func onlyThoseOnTheListCount(named: String, checked: [String]) async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "checked-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let known = folder.appending(path: "known.json")
      try Self.list(naming: named).write(to: known, atomically: true, encoding: .utf8)
      let reports = folder.appending(path: "reports").path
      var process = ChildProcess(
        try #require(Bundle.main.executableURL),
        ["--testing-library", "swift-testing", "--filter", "\\.CheckedScene/"])
      process.environment = [
        Self.variable: "1", "LEAK_TESTING_KNOWN": known.path, "LEAK_TESTING_REPORTS": reports,
      ]
      let ending = try await process.run()
      #expect((ending.output + ending.errors).contains("with 2 tests in 1 suite"))
      #expect(try RunReport.reports(in: reports).flatMap(\.checkedTests) == checked)
    }
  }

  @Suite(
    .leakFree, .serialized,
    .enabled(
      if: ProcessInfo.processInfo.environment[CheckedTestsTests.variable] != nil,
      "a scene of CheckedTestsTests"))
  struct CheckedScene {
    @Test func fails() { Issue.record("before it comes to its leak") }

    @Test func passes() { _ = Radio.fixed() }
  }
#endif
