#if !canImport(ObjectiveC)
  import ChildProcess
  import Dispatch
  import Foundation
  import LeakTesting
  import TestOrder
  import Testing

  /// What a queue attaches is saved once where the report of the run is asked for, in a process of its own.
  @Suite struct AttachmentOfAQueueTests {
    static let variable = "LEAK_TESTING_ATTACHES_ON_A_QUEUE"

    @Test(.aheadOfOthers) func isSavedOnce() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "attached-\(UUID())")
      let attachments = folder.appending(path: "attachments")
      try FileManager.default.createDirectory(at: attachments, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let executable = try #require(Bundle.main.executableURL)
      var process = ChildProcess(
        executable,
        [
          "--testing-library", "swift-testing", "--filter", "\\.AttachmentOfAQueueScene/",
          "--attachments-path", attachments.path,
        ])
      process.environment = [
        Self.variable: "1", "LEAK_TESTING_REPORTS": folder.appending(path: "reports").path,
      ]
      #expect(try await process.run().status == .exitCode(0))
      let saved = try FileManager.default.contentsOfDirectory(atPath: attachments.path)
      #expect(saved == ["note.txt"])
    }
  }

  @Suite(
    .leakFree,
    .enabled(
      if: ProcessInfo.processInfo.environment[AttachmentOfAQueueTests.variable] != nil,
      "a scene of AttachmentOfAQueueTests"))
  struct AttachmentOfAQueueScene {
    @Test func attaches() async {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          Attachment.record("of a queue", named: "note.txt")
          continuation.resume()
        }
      }
    }
  }
#endif
