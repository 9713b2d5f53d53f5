#if !canImport(ObjectiveC)
  import ChildProcess
  import Dispatch
  import Foundation
  import LeakTesting
  import TestOrder
  import Testing

  /// An issue that a queue records is told once, however many tests are watched meanwhile, in a process of its own.
  @Suite struct IssueOfAQueueTests {
    static let variable = "LEAK_TESTING_RECORDS_ON_A_QUEUE"

    @Test(.aheadOfOthers) func isToldOnce() async throws {
      let reports = FileManager.default.temporaryDirectory.appending(path: "reports-\(UUID())")
      defer { try? FileManager.default.removeItem(at: reports) }
      let executable = try #require(Bundle.main.executableURL)
      var process = ChildProcess(
        executable, ["--testing-library", "swift-testing", "--filter", "\\.IssueOfAQueueScene/"])
      process.environment = [Self.variable: "1", "LEAK_TESTING_REPORTS": reports.path]
      let ending = try await process.run()
      #expect(ending.status == .exitCode(1))
      let told = (ending.output + ending.errors).split(separator: "\n")
      #expect(told.count { $0.contains("told by a queue") } == 1)
      #expect(told.count { $0.contains("told by the test") } == 1)
    }
  }

  @Suite(
    .leakFree,
    .enabled(
      if: ProcessInfo.processInfo.environment[IssueOfAQueueTests.variable] != nil,
      "a scene of IssueOfAQueueTests"))
  struct IssueOfAQueueScene {
    @Test func records() async {
      Issue.record("told by the test")
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          Issue.record("told by a queue")
          continuation.resume()
        }
      }
    }
  }
#endif
