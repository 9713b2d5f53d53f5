#if !canImport(ObjectiveC)
  import ChildProcess
  import Dispatch
  import Foundation
  import TestOrder
  import Testing

  @testable import LeakTesting

  /// Warnings where Swift Testing drops them: for programs that ask for a stream of events from before Swift 6.3.
  @Suite(.slow) struct EventStreamTests {
    static let variable = "LEAK_TESTING_DROPS_WARNINGS"

    @Test(arguments: [
      (["--event-stream-version", "0"], true), (["--event-stream-version=0"], true),
      (["--experimental-event-stream-version", "6.2.4"], true),
      (["--experimental-event-stream-version=6"], true),
      (["--event-stream-version", "6.3"], false), (["--event-stream-version=6.3.0"], false),
      (["--event-stream-version", "6.10"], false), (["--event-stream-version", "7"], false),
      (["--event-stream-version"], false), (["--event-stream-output-path", "0"], false),
      ([], false),
      (["--experimental-event-stream-version=0", "--event-stream-version=6.3"], false),
    ])
    func whatIsAskedFor(arguments: [String], leavesOut: Bool) {
      #expect(EventStream.leavesOutWarnings(in: ["program"] + arguments) == leavesOut)
    }

    #if compiler(>=6.3)
      /// Each is told once, by Swift Testing or on standard error.
      @Test(.aheadOfOthers, arguments: ["0", "6.3"])
      func aWarning(version: String) async throws {
        let executable = try #require(Bundle.main.executableURL)
        var process = ChildProcess(
          executable,
          [
            "--testing-library", "swift-testing", "--filter", "\\.EventStreamScene/",
            "--event-stream-version", version,
          ])
        process.environment[Self.variable] = "1"
        let ending = try await process.run()
        #expect(ending.status == .exitCode(0))
        let told = (ending.output + ending.errors).split(separator: "\n")
        #expect(told.count { $0.contains("Panel leaked: ") } == 1)
        let isOnStandardError = ending.errors.contains(Self.report + "\n")
        #expect(isOnStandardError == (version == "0"), "\(ending.errors)")
      }
    #endif

    private static let report = """
      LeakTestingTests/EventStreamTests.swift:\(EventStreamScene.line): warning: in LeakTestingTests.EventStreamScene: \
      Panel leaked: Panel.tap(_:) (Fixtures.swift:\(Panel.lineOfTap)) captures self strongly
      1 instance is kept alive by a retain cycle of 3 strong references.

        ╭→ Panel
        │    .button: Panel.Button
        │    .onTap
        │    Panel.tap(_:)   Fixtures.swift:\(Panel.lineOfTap)
        │    ~~~~~~~~~~~~~ captures Panel (self) strongly
        ╰─ Panel

        Try { [weak self] in self?.tap($0) } instead of storing Panel.tap(_:) itself at \
      Fixtures.swift:\(Panel.lineOfConnect).
        pattern stored-method-reference (swift run leakcases show closures/stored-function)
        fingerprint b36b9acc

        Allocated in a detached task, on a Dispatch queue or on a thread, while these tests ran: leaks().
      """
  }

  @Suite(
    .leakFree,
    .enabled(
      if: ProcessInfo.processInfo.environment[EventStreamTests.variable] != nil,
      "a scene of EventStreamTests"))
  struct EventStreamScene {
    static let line = #line - 6

    @Test func leaks() async {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          _ = Panel.leaking()
          continuation.resume()
        }
      }
    }
  }
#endif
