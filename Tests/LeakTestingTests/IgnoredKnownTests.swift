#if !canImport(ObjectiveC)
  import ChildProcess
  import Foundation
  import LeakReporting
  import TestOrder
  import Testing
  import XCTest

  @testable import LeakTesting

  /// A known leak that a check of its test ignores is not gone, in processes of their own.
  @Suite struct IgnoredKnownTests {
    static let variable = "LEAK_TESTING_IGNORES_KNOWN"

    private static func list(of tests: [String]) -> String {
      """
      {"version": 1, "leaks": [
        {"fingerprint": "b36b9acc", "type": "LeakTestingTests.Panel", "reference": "Panel.tap(_:) captures self", "reason": "old",
         "since": "2026-11-23", "tests": ["\(tests.joined(separator: "\", \""))"]}
      ]}
      """
    }

    /// What of the tests the run says is gone, what it says was checked, and the list afterwards, if it records.
    @Test(
      .slow,
      .aheadOfOthers,
      arguments: [
        ("IgnoringScene", ["byACheck()", "byTheTrait()"], "isClean()"),
        ("IgnoringXCScene", ["testByACheck"], "testIsClean"),
        ("IgnoringPlainScene", ["testByACheck"], "testIsClean"),
      ])
    func isNotGone(scene: String, ignoring: [String], clean: String) async throws {
      let name = "LeakTestingTests.\(scene)"
      let tests = (ignoring + [clean]).map { "\(name)/\($0)" }
      let folder = FileManager.default.temporaryDirectory.appending(path: "ignored-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let list = folder.appending(path: "known.json")
      let executable = try #require(Bundle.main.executableURL)
      for records in [false, true] {
        try Data(Self.list(of: tests).utf8).write(to: list)
        let reports = folder.appending(path: "reports-\(records)").path
        var process = ChildProcess(
          executable,
          clean.hasSuffix(")")
            ? ["--testing-library", "swift-testing", "--filter", "\\.\(scene)/"] : [name])
        process.environment = [
          Self.variable: "1", "LEAK_TESTING_KNOWN": list.path, "LEAK_TESTING_REPORTS": reports,
          "LEAK_TESTING_RECORD": records ? "1" : "0",
        ]
        let ending = try await process.run()
        // A test case of XCTest's own class says nothing of what is gone.
        let saysGone = scene != "IgnoringPlainScene"
        let gone = (ending.output + ending.errors).split(separator: "\n").filter {
          $0.contains("is gone: this test has ended without it")
        }
        #expect(gone.count == (records || !saysGone ? 0 : 1))
        #expect(ending.status == .exitCode(gone.isEmpty ? 0 : 1))
        let checked = try RunReport.reports(in: reports).flatMap(\.checkedTests)
        #expect(checked == ["\(name)/\(clean)"])
        let kept = try KnownLeakList(contentsOf: list.path).leaks.map(\.tests)
        #expect(kept == [records && saysGone ? Array(tests.dropLast()) : tests])
      }
    }
  }

  @Suite(
    .leakFree, .serialized,
    .enabled(
      if: ProcessInfo.processInfo.environment[IgnoredKnownTests.variable] != nil,
      "a scene of IgnoredKnownTests"))
  struct IgnoringScene {
    @Test(.leakFree(ignoring: [.type("Panel")])) func byTheTrait() { _ = Panel.leaking() }

    @Test func byACheck() {
      expectNoLeaks(ignoring: [.type(Panel.self)]) { Panel.leaking() }
    }

    @Test func isClean() {}
  }

  final class IgnoringXCScene: LeakFreeTestCase {
    override func setUpWithError() throws {
      if ProcessInfo.processInfo.environment[IgnoredKnownTests.variable] == nil {
        throw XCTSkip("a scene of IgnoredKnownTests")
      }
    }

    func testByACheck() {
      XCTAssertNoLeaks(ignoring: [.type(Panel.self)]) { Panel.leaking() }
    }

    func testIsClean() {}
  }

  final class IgnoringPlainScene: XCTestCase {
    override func setUpWithError() throws {
      if ProcessInfo.processInfo.environment[IgnoredKnownTests.variable] == nil {
        throw XCTSkip("a scene of IgnoredKnownTests")
      }
    }

    func testByACheck() {
      XCTAssertNoLeaks(ignoring: [.type(Panel.self)]) { Panel.leaking() }
    }

    func testIsClean() {
      XCTAssertNoLeaks { Panel.fixed() }
    }
  }
#endif
