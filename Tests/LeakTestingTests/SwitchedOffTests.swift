#if !canImport(ObjectiveC)
  import ChildProcess
  import Foundation
  import LeakTesting
  import Testing
  import XCTest

  /// Where checks are switched off none fails, whatever is wrong with it, in a process of XCTest's own.
  @Suite struct SwitchedOffTests {
    /// How often the tests' code ran, and what failed.
    private func told(_ setting: String) async throws -> [String] {
      let executable = try #require(Bundle.main.executableURL)
      var process = ChildProcess(executable, ["LeakTestingTests.SwitchedOffScene"])
      process.environment = ["LEAK_TESTING": setting, SwitchedOffScene.variable: "1"]
      let ending = try await process.run()
      #expect(ending.status == .exitCode(setting == "off" ? 0 : 1))
      return ending.output.split(separator: "\n").compactMap {
        $0.firstMatch(of: #/(?:scene: | error: SwitchedOffScene\.).*/#).map { String($0.output) }
      }
    }

    @Test func whatIsWrongWithACheckFailsNoTest() async throws {
      let text = " error: SwitchedOffScene."
      let late =
        "The work-item scenario ended at its deadline of 50 milliseconds: the queue had not performed what was submitted "
        + "to it. It may be suspended, or blocked by other work."
      #expect(
        try await told("") == [
          text
            + "testClosure : failed - The closure scenario had nothing to call: its key path leads to nil. "
            + "Store a function there before the body returns.",
          "scene: testClosure ran",
          text
            + "testGrace : failed - A grace of 0.0 seconds leaves no time: an object that goes a moment later would "
            + "fail. Leave it out, or allow some time.",
          "scene: testGrace ran",
          text
            + "testTimer : failed - The timer scenario ended at its deadline of 50 milliseconds: its key path had "
            + "counted to 0 of 1. Schedule the timer on the current run loop, or allow more time with within:.",
          "scene: testTimer ran",
          text + "testWorkItem : failed - " + late,
          text + "testWorkItem : failed - " + late,
          "scene: testWorkItem ran",
        ])
      #expect(
        try await told("off") == [
          "scene: testClosure ran", "scene: testGrace ran", "scene: testTimer ran",
          "scene: testWorkItem ran",
        ])
    }
  }

  final class SwitchedOffScene: XCTestCase {
    static let variable = "LEAK_TESTING_IS_SWITCHED_OFF"

    private var hasRun = false

    override func setUpWithError() throws {
      if ProcessInfo.processInfo.environment[Self.variable] == nil {
        throw XCTSkip("\(Self.variable) is not set")
      }
    }

    override func tearDown() {
      if hasRun { print("scene: \(name.split(separator: ".").last ?? "") ran") }
    }

    private func make() -> Radio {
      hasRun = true
      return Radio()
    }

    func testClosure() { XCTAssertDeallocated(after: .closure(\.onFinish)) { make() } }

    func testTimer() {
      XCTAssertDeallocated(
        after: .timer(until: \.plays, countsTo: 1, within: .milliseconds(50))
      ) { Radio() }
      hasRun = true
    }

    func testWorkItem() async {
      let queue = DispatchQueue(label: "suspended")
      queue.suspend()
      Self.block(on: queue)
      await XCTAssertDeallocated(after: .workItem(on: queue, within: .milliseconds(50))) { make() }
      queue.resume()
    }

    private static func block(on queue: DispatchQueue) {
      XCTAssertDeallocated(after: .workItem(on: queue, within: .milliseconds(50))) { Radio() }
    }

    func testGrace() {
      XCTAssertDeallocated {
        trackForLeaks(make(), within: .zero)
        return
      }
    }
  }
#endif
