#if !canImport(Darwin)
  import Foundation
  import LeakReporting
  import TestOrder
  import Testing

  @testable import LeakTesting

  /// A child that has come by `fork` has all that its parent has found, and ends like any other process.
  @Suite(.leakFree) struct ForkedChildTests {
    @Test(.aheadOfOthers) func onlyTheParentTellsWhatItHasFound() async throws {
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
      ) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "forked-\(UUID())")
        setenv("LEAK_TESTING_REPORTS", folder.path, 1)
        Self.findLeak()
        let report = try #require(RunReportFile.shared).path
        // Whoever writes it next is seen by that.
        try FileManager.default.removeItem(atPath: report)
        #expect(try Self.statusOfChild() == 0)
        #expect(!FileManager.default.fileExists(atPath: report))
        print("report: \(report)")
        // What is written after the body has returned is not observed.
        exit(0)
      }
      let output = String(decoding: result.standardOutputContent, as: UTF8.self)
      let report = try #require(output.firstMatch(of: #/report: (.*)/#)?.output.1)
      let folder = URL(filePath: String(report)).deletingLastPathComponent().path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      #expect(try RunReport.reports(in: folder).map(\.findings.count) == [1])
      let errors = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(
        errors.split(separator: "\n").count { $0.contains("1 leak: 1 new") } == 1, "\(errors)")
    }

    private static func findLeak() {
      let leak = Leak(typeName: "Shop.Cart", verdict: .held(by: []), location: CodeLocation())
      RunReport.Finding(test: nil, standing: .new, leak: leak).note()
    }

    /// How a child ends that exits normally, as `waitpid` says.
    private static func statusOfChild() throws -> Int32 {
      typealias Fork = @convention(c) () -> pid_t
      let fork = unsafeBitCast(try #require(dlsym(nil, "fork")), to: Fork.self)
      let child = fork()
      if child == 0 {
        // A child that cannot go on ends by this alarm.
        alarm(30)
        exit(0)
      }
      var status: Int32 = -1
      waitpid(child, &status, 0)
      return status
    }
  }
#endif
