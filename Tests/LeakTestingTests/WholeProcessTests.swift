#if !canImport(ObjectiveC)
  import ChildProcess
  import Foundation
  import LeakReporting
  import TestOrder
  import Testing
  import XCTest

  @testable import LeakTesting

  /// What `LEAK_TESTING` says of a whole process, in processes of their own.
  @Suite(.slow) struct WholeProcessTests {
    static let variable = "LEAK_TESTING_CHECKS_PROCESS"

    private static func process(
      of scene: String, with environment: [String: String], library: String? = nil
    ) throws -> ChildProcess {
      let executable = try #require(Bundle.main.executableURL)
      var process = ChildProcess(
        executable,
        library.map { ["--testing-library", $0, "--filter", "\\.\(scene)/"] }
          ?? ["LeakTestingTests.\(scene)"])
      process.environment = environment
      process.environment[Self.variable] = "1"
      return process
    }

    /// The list says that it was written, and names no test: another run does not look for the leaks there.
    @Test(.aheadOfOthers) func whatIsRecorded() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "process-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let list = folder.appending(path: "known.json").path
      let reports = folder.appending(path: "reports").path
      let ending = try await Self.process(
        of: "WholeProcessScene",
        with: [
          "LEAK_TESTING": "all", "LEAK_TESTING_RECORD": "1", "LEAK_TESTING_KNOWN": list,
          "LEAK_TESTING_REPORTS": reports,
        ]
      ).run()
      #expect(ending.status == .exitCode(0))
      let told = ending.errors.split(separator: "\n").map(String.init)
        .filter { $0.contains(list) }.map { $0.replacing(list, with: "known.json") }
      #expect(
        told == [
          "2 leaks were added to the list of known leaks, known.json, without a test. Write the reasons there."
        ])
      let leaks = try KnownLeakList(contentsOf: list).leaks
      #expect(leaks.map(\.type) == ["LeakTestingTests.Panel", "LeakTestingTests.Radio"])
      #expect(leaks.map(\.tests) == [[], []])
      // Nor has what belongs to no test a line: the kit's own is none.
      let findings = try RunReport.reports(in: reports).flatMap(\.findings)
      let places = findings.map { "\($0.leak.typeName): \($0.leak.location.fileID)" }.sorted()
      #expect(
        places == [
          "LeakTestingTests.Panel: ",
          "LeakTestingTests.Radio: LeakTestingTests/WholeProcessTests.swift",
        ])
    }

    /// What the main queue does while the objects of a test are waited for finds no test that has ended: XCTest ends the process there.
    @Test(
      .aheadOfOthers,
      arguments: [
        ("StaleScene/testLeavesABlock", [String]()),
        ("StaleScene", ["StaleScene.testRunsNext"]),
      ])
    func anAssertionAfterItsTest(scene: String, failed: [String]) async throws {
      let ending = try await Self.process(of: scene, with: ["LEAK_TESTING": "all"]).run()
      #expect(ending.status == .exitCode(failed.isEmpty ? 0 : 1))
      let told = (ending.output + ending.errors).matches(of: /error: (.*) : XCTAssertEqual failed/)
      #expect(told.map { String($0.1) } == failed)
      #expect(
        ending.errors.split(separator: "\n").filter { $0.hasPrefix("LEAK_TESTING=all") }
          == ["LEAK_TESTING=all: No leaks."])
    }

    /// No test has a check that would read the setting.
    @Test(.aheadOfOthers, arguments: ["xctest", "swift-testing"])
    func aSettingThatMeansNothing(library: String) async throws {
      let isXCTest = library == "xctest"
      let ending = try await Self.process(
        of: isXCTest ? "UncheckedScene" : "UncheckedSuiteScene", with: ["LEAK_TESTING": "al"],
        library: isXCTest ? nil : library
      ).run()
      #expect(ending.status == .exitCode(0))
      #expect(
        ending.errors.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
          == ["warning: LEAK_TESTING=al: the value must be off or all. Checks run as usual."])
    }

    @Test(arguments: [
      ("SWT_EXIT_TEST_ID", true), ("SWT_EXPERIMENTAL_EXIT_TEST_ID", true),
      ("SWT_BACKCHANNEL", false), ("EXIT_TEST", false), ("PATH", false),
    ])
    func whatAnExitTestIsKnownBy(variable: String, isOne: Bool) {
      #expect(TestProcess.namesExitTest(variable) == isOne)
    }

    /// The process claims what no scope has, but not what a suite asks for.
    @Test(.aheadOfOthers) func aSuiteFailsByWhatIsCertainlyNoTests() async throws {
      let ending = try await Self.process(
        of: "QueueScene", with: ["LEAK_TESTING": "all"], library: "swift-testing"
      ).run()
      #expect(ending.status == .exitCode(1))
      let told = (ending.output + ending.errors).split(separator: "\n").map(String.init)
        .filter { $0.contains("LEAK_TESTING=all") || $0.contains("while these tests ran") }
      var expected = ["LEAK_TESTING=all: 1 leak in 1 test: 1 new."]
      // Of an error of a suite Swift Testing 6.2 prints the first line.
      #if compiler(>=6.3)
        expected.insert(
          "  Allocated in a detached task, on a Dispatch queue or on a thread, while these tests ran: leaks().",
          at: 0)
      #endif
      #expect(told == expected)
    }

    #if compiler(>=6.3)
      /// The child calls `exit`, and what lives then is no leak.
      @Test(.aheadOfOthers) func theChildOfAnExitTestTellsNothing() async throws {
        let ending = try await Self.process(
          of: "ExitingScene", with: ["LEAK_TESTING": "all"], library: "swift-testing"
        ).run()
        #expect(ending.status == .exitCode(0))
        let told = (ending.output + ending.errors).split(separator: "\n").map(String.init)
          .filter { $0.contains("LEAK_TESTING=all") || $0.hasPrefix("child: ") }
        #expect(told == ["child: ", "LEAK_TESTING=all: No leaks."])
      }
    #endif
  }

  /// Two leaks: one of a test, and one of the class, which is no test's.
  final class WholeProcessScene: XCTestCase {
    private static let isPlayed =
      ProcessInfo.processInfo.environment[WholeProcessTests.variable] != nil

    override class func setUp() {
      if isPlayed { _ = Panel.leaking() }
    }

    override func setUpWithError() throws {
      if !Self.isPlayed { throw XCTSkip("a scene of WholeProcessTests") }
    }

    func testLeaks() { _ = Radio.leaking() }
  }

  /// A block of the main queue keeps an object, and outlives its test.
  final class StaleScene: XCTestCase {
    override func setUpWithError() throws {
      if ProcessInfo.processInfo.environment[WholeProcessTests.variable] == nil {
        throw XCTSkip("a scene of WholeProcessTests")
      }
    }

    func testLeavesABlock() {
      nonisolated(unsafe) let radio = Radio()
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) {
        XCTAssertEqual(withExtendedLifetime(radio) { 1 }, 2)
      }
    }

    func testRunsNext() {}
  }

  final class UncheckedScene: XCTestCase {
    func testNothing() {}
  }

  @Suite struct UncheckedSuiteScene {
    @Test func nothing() {}
  }

  @Suite(
    .leakFree(failingUnattributed: true), .serialized,
    .enabled(
      if: ProcessInfo.processInfo.environment[WholeProcessTests.variable] != nil,
      "a scene of WholeProcessTests"))
  struct QueueScene {
    @Test func leaks() async {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          _ = Panel.leaking()
          continuation.resume()
        }
      }
    }
  }

  #if compiler(>=6.3)
    @Suite(
      .enabled(
        if: ProcessInfo.processInfo.environment[WholeProcessTests.variable] != nil,
        "a scene of WholeProcessTests"))
    struct ExitingScene {
      @Test func exits() async throws {
        let result = try await #require(
          processExitsWith: .success, observing: [\.standardErrorContent]
        ) {
          _ = Radio.leaking()
          exit(0)
        }
        let errors = String(decoding: result.standardErrorContent, as: UTF8.self)
        let told = errors.split(separator: "\n").filter { $0.contains("leak") }
        print("child: \(told.joined(separator: " "))")
      }
    }
  #endif
#endif
