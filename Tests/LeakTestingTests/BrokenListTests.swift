#if !canImport(ObjectiveC)
  import ChildProcess
  import Foundation
  import LeakTesting
  import Testing
  import XCTest

  /// A run that records takes leaks off the list at the end of the tests that have not shown them, in a process of XCTest's own.
  @Suite struct BrokenListTests {
    private static let list = """
      {"version": 1, "leaks": [
        {"fingerprint": "3cf25dca", "type": "Shop.Player", "reference": "closure #1 captures self", "reason": "old",
         "since": "2026-11-23", "tests": ["LeakTestingTests.BrokenListScene/testSecond"]}
      ]}
      """

    /// What somebody else has written there meanwhile is left as it is, and fails the test.
    @Test func aListThatIsBrokenWhenATestEndsFailsIt() async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "known-\(UUID()).json")
      try Data(Self.list.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let executable = try #require(Bundle.main.executableURL)
      var process = ChildProcess(executable, ["LeakTestingTests.BrokenListScene"])
      process.environment = [
        BrokenListScene.variable: file.path, "LEAK_TESTING_KNOWN": file.path,
        "LEAK_TESTING_RECORD": "1",
      ]
      let ending = try await process.run()
      #expect(ending.status == .exitCode(1))
      let failures = ending.output.split(separator: "\n").filter { $0.contains(" error: ") }
        .map { $0[($0.firstRange(of: "error: ")?.lowerBound ?? $0.startIndex)...] }
        .map { $0.replacing(file.path, with: "list") }
      #expect(
        failures == [
          """
          error: BrokenListScene.testSecond : failed - list:1: a key in quotation marks is missing. \
          Until that is fixed, no leak counts as known.
          """
        ])
      #expect(try String(contentsOf: file, encoding: .utf8) == BrokenListScene.brokenList)
    }
  }

  final class BrokenListScene: LeakFreeTestCase {
    static let variable = "LEAK_TESTING_BREAKS_LIST"
    static let brokenList = "{"

    private let list = ProcessInfo.processInfo.environment[variable]

    override func setUpWithError() throws {
      if list == nil { throw XCTSkip("\(Self.variable) is not set") }
    }

    /// At its end the list is read.
    func testFirst() {}

    func testSecond() throws {
      let list = try XCTUnwrap(list)
      try Data(Self.brokenList.utf8).write(to: URL(filePath: list))
    }
  }
#endif
