#if os(Linux)
  import CFaultScenes
  import ChildProcess
  import Foundation
  import LeakTesting
  import TestOrder
  import Testing

  @testable import LeakDetection

  /// With `LEAK_TESTING_BREAK=1` a process that is traced stops before a leak is reported; another says that it is not traced.
  @Suite(
    .slow, .enabled(if: fsc_can_trace(), "the system lets no process trace another"),
    .enabled(if: LeakDetector.obstacle == nil, "nothing is recorded here"))
  struct DebuggerStopTests {
    private final class Looped {
      var next: Looped?
      init() { next = self }
    }

    @Test(.aheadOfOthers, arguments: [true, false]) func stopsBeforeALeakIsReported(
      isAskedFor: Bool
    ) async throws {
      let result = try await HandedOver.handing(isAskedFor) {
        await #expect(
          processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
        ) {
          let isAskedFor = try HandedOver.take(Bool.self)
          setenv("LEAK_TESTING_BREAK", isAskedFor ? "1" : "0", 1)
          let report = await LeakDetector.detect { Looped() }
          let leak = try #require(report.leaks.first)
          DebuggerStop.stop(before: leak)
          precondition(!DebuggerStop.isAttached)
          try #require(fsc_trace_begin())
          precondition(DebuggerStop.isAttached)
          var stops: [Int32] = []
          for _ in 0..<2 {
            DebuggerStop.stop(before: leak)
            stops.append(fsc_trap_count())
          }
          print("stops \(stops)")
        }
      }
      let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      #expect(output == (isAskedFor ? "stops [1, 2]\n" : "stops [0, 0]\n"))
      let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        .split(separator: "\n").filter { $0.contains("LEAK_TESTING_BREAK") }
      let stopped: Substring = "LEAK_TESTING_BREAK=1: stopped before this is reported:"
      let refused: Substring =
        "warning: LEAK_TESTING_BREAK=1: no debugger is attached to the process, which does not stop where it finds a leak."
      #expect(
        lines.map { $0.hasSuffix(refused) ? refused : $0 }
          == (isAskedFor ? [refused, stopped, stopped] : []))
    }
  }
#endif
