#if !canImport(ObjectiveC)
  import ChildProcess
  import Dispatch
  import Foundation
  import TestOrder
  import Testing

  @testable import LeakTesting

  /// What belongs to no test for certain is put on the list without one, in processes of their own: nobody could take it off again.
  @Suite(.slow) struct RecordedSuiteTests {
    static let variable = "LEAK_TESTING_RECORDS_SUITE"

    @Test(.aheadOfOthers, arguments: ["RecordedSuiteScene", "RecordedTestScene"])
    func namesNoTest(scene: String) async throws {
      let list = FileManager.default.temporaryDirectory.appending(path: "known-\(UUID()).json")
      defer { try? FileManager.default.removeItem(at: list) }
      let executable = try #require(Bundle.main.executableURL)
      for records in [true, false] {
        var process = ChildProcess(
          executable, ["--testing-library", "swift-testing", "--filter", "\\.\(scene)/"])
        process.environment = [
          Self.variable: "1", "LEAK_TESTING_KNOWN": list.path,
          "LEAK_TESTING_RECORD": records ? "1" : "0",
        ]
        let ending = try await process.run()
        #expect(ending.status == .exitCode(0))
        let told = (ending.output + ending.errors).split(separator: "\n")
        #expect(told.count { $0.contains("It was added to the list") } == (records ? 1 : 0))
        #expect(!told.contains { $0.contains("is gone") })
        let leaks = try KnownLeakList(contentsOf: list.path).leaks
        #expect(leaks.map(\.type) == ["LeakTestingTests.Panel"])
        #expect(leaks.map(\.tests) == [[]])
      }
    }

    static func leakOnAQueue() async {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          _ = Panel.leaking()
          continuation.resume()
        }
      }
    }
  }

  @Suite(
    .leakFree(failingUnattributed: true),
    .enabled(
      if: ProcessInfo.processInfo.environment[RecordedSuiteTests.variable] != nil,
      "a scene of RecordedSuiteTests"))
  struct RecordedSuiteScene {
    @Test func leaks() async { await RecordedSuiteTests.leakOnAQueue() }
  }

  @Suite(
    .enabled(
      if: ProcessInfo.processInfo.environment[RecordedSuiteTests.variable] != nil,
      "a scene of RecordedSuiteTests"))
  struct RecordedTestScene {
    @Test(.leakFree(failingUnattributed: true)) func leaks() async {
      await RecordedSuiteTests.leakOnAQueue()
    }
  }
#endif
