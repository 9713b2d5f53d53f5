#if !canImport(ObjectiveC)
  import ChildProcess
  import Foundation
  import LeakTesting
  import Testing
  import XCTest

  /// The first check of a process fails by what is wrong with the list or the grace, also where `LEAK_TESTING=all` has looked before it,
  /// in a process of XCTest's own.
  @Suite struct FirstCheckTests {
    private static let ofGrace =
      "LEAK_TESTING_GRACE=abc: the value must be a number of seconds, above 0 and up to 3600."
    private static let ofList =
      "list:1: a key in quotation marks is missing. Until that is fixed, no leak counts as known."

    @Test(arguments: [
      (["LEAK_TESTING_KNOWN": "list"], ofList), (["LEAK_TESTING_GRACE": "abc"], ofGrace),
    ])
    func failsAfterTestsWithoutAny(setting: [String: String], mistake: String) async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "known-\(UUID()).json")
      try Data("{".utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let executable = try #require(Bundle.main.executableURL)
      var process = ChildProcess(executable, ["LeakTestingTests.FirstCheckScene"])
      process.environment = setting.mapValues { $0 == "list" ? file.path : $0 }
      process.environment["LEAK_TESTING"] = "all"
      process.environment[FirstCheckScene.variable] = "1"
      let ending = try await process.run()
      #expect(ending.status == .exitCode(1))
      func told(_ output: String, _ kind: String) -> [String] {
        output.split(separator: "\n").filter { $0.contains(kind) }
          .map { $0[($0.firstRange(of: kind)?.lowerBound ?? $0.startIndex)...] }
          .map { String($0).replacing(file.path, with: "list") }
      }
      #expect(
        told(ending.output, "error: ")
          == ["error: FirstCheckScene.testSecond : failed - \(mistake)"])
      #expect(
        told(ending.errors, "warning: ") == [
          "warning: LEAK_TESTING=all in LeakTestingTests.FirstCheckScene/testFirst: \(mistake)"
        ])
    }
  }

  final class FirstCheckScene: XCTestCase {
    static let variable = "LEAK_TESTING_CHECKS_LATER"

    override func setUpWithError() throws {
      if ProcessInfo.processInfo.environment[Self.variable] == nil {
        throw XCTSkip("\(Self.variable) is not set")
      }
    }

    func testFirst() {}

    func testSecond() { XCTAssertDeallocated { Radio.fixed() } }

    func testThird() { XCTAssertDeallocated { Radio.fixed() } }
  }
#endif
