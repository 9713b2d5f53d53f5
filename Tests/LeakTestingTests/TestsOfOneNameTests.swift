#if !canImport(ObjectiveC)
  import ChildProcess
  import Foundation
  import LeakTesting
  import TestOrder
  import Testing

  /// A known leak of overloaded test functions, which have one name on the list, in processes of their own.
  @Suite struct TestsOfOneNameTests {
    static let variable = "LEAK_TESTING_OVERLOADS"

    private static let list = """
      {
        "leaks": [
          {
            "fingerprint": "e607bb5e", "reason": "old", "reference": "closure #1 in Radio.loop()", "since": "2026-11-23",
            "tests": ["LeakTestingTests.OverloadScene/plays(_:)"], "type": "LeakTestingTests.Radio"
          }
        ],
        "version": 1
      }
      """

    /// It is gone if none of them shows it.
    @Test(.aheadOfOthers, arguments: [("leaking", 0), ("fixed", 1)])
    func isGoneWhenAllHaveEnded(scene: String, failures: Int) async throws {
      let known = FileManager.default.temporaryDirectory.appending(path: "known-\(UUID()).json")
      try Self.list.write(to: known, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(at: known) }
      let executable = try #require(Bundle.main.executableURL)
      var process = ChildProcess(
        executable, ["--testing-library", "swift-testing", "--filter", "\\.OverloadScene/"])
      process.environment = [Self.variable: scene, "LEAK_TESTING_KNOWN": known.path]
      let ending = try await process.run()
      #expect(ending.status == .exitCode(failures == 0 ? 0 : 1))
      let told = (ending.output + ending.errors).split(separator: "\n")
      #expect(
        told.count { $0.contains("The known leak e607bb5e of LeakTestingTests.Radio is gone") }
          == failures)
      #expect(told.count { $0.contains("with 3 tests in 1 suite") } == 1)
    }
  }

  @Suite(
    .leakFree, .serialized,
    .enabled(
      if: ProcessInfo.processInfo.environment[TestsOfOneNameTests.variable] != nil,
      "a scene of TestsOfOneNameTests"))
  struct OverloadScene {
    @Test(arguments: [1]) func plays(_ number: Int) {}

    @Test(arguments: ["a"]) func plays(_ name: String) {
      let isFixed =
        ProcessInfo.processInfo.environment[TestsOfOneNameTests.variable] == "fixed"
      _ = isFixed ? Radio.fixed() : Radio.leaking()
    }

    @Test(arguments: [1.5]) func plays(_ number: Double) {}
  }
#endif
