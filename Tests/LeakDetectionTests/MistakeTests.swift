#if !canImport(Darwin)
  import Foundation
  import LeakTesting
  import TestOrder
  import Testing

  /// What is wrong with a call or a setting where no test can fail by it.
  @Suite(.leakFree) struct MistakeTests {
    private final class Session {}

    private static func detectAtOnce() {
      _ = LeakDetector.detectBlocking(within: .seconds(-1), ignoring: [.module("")]) { Session() }
    }

    @Test(.aheadOfOthers) func `Each is said once on standard error`() async throws {
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        setenv("LEAK_TESTING_BREAK", "yes", 1)
        setenv("LEAK_TESTING_GRACE", "soon", 1)
        for _ in 0..<2 {
          _ = await LeakDetector.detect(within: .zero) { Session() }
          Self.detectAtOnce()
          LeakDetector.watch(Session(), untilDeinitWithin: .zero) { _ in }
          LeakDetector.watch(Session(), untilDeinitWithin: .milliseconds(-500)) { _ in }
        }
      }
      let lines = String(decoding: result.standardErrorContent, as: UTF8.self)
        .split(separator: "\n").filter { $0.contains("warning: ") }
        .map { $0.replacing(#/swift:[0-9]+:/#, with: "swift:N:") }
      let place = "LeakDetectionTests/MistakeTests.swift:N: "
      #expect(
        lines == [
          "warning: LEAK_TESTING_BREAK=yes: the value must be 1. The process does not stop where it finds a leak.",
          """
          \(place)warning: A grace of 0.0 seconds leaves no time: an object that goes a moment later would fail. Leave it out, or \
          allow some time.
          """,
          "warning: LEAK_TESTING_GRACE=soon: the value must be a number of seconds, above 0 and up to 3600.",
          "\(place)warning: ignoring: .module(\"\") names no module. Write the name that the code imports it by.",
          """
          \(place)warning: A grace of -1.0 seconds leaves no time: an object that goes a moment later would fail. Leave it out, or \
          allow some time.
          """,
          """
          \(place)warning: A grace of 0.0 seconds leaves no time: an object that goes a moment later would be reported. Allow some \
          time.
          """,
          """
          \(place)warning: A grace of -0.5 seconds leaves no time: an object that goes a moment later would be reported. Allow some \
          time.
          """,
        ])
    }

    private static let linesOfTracking = [#line + 3, #line + 4]
    private static func trackOutside() {
      for _ in 0..<2 {
        trackForLeaks(Session())
        trackForLeaks(Session())
      }
    }

    @Test(.aheadOfOthers) func `Tracking without a check is said once of each line`() async throws {
      let result = try await #require(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        Self.trackOutside()
      }
      let lines = String(decoding: result.standardErrorContent, as: UTF8.self)
        .split(separator: "\n").filter { $0.contains("warning: ") }
      #expect(
        lines
          == Self.linesOfTracking.map {
            """
            LeakDetectionTests/MistakeTests.swift:\($0): warning: trackForLeaks(_:) was called outside any leak check: \
            nothing is checked.
            """[...]
          })
    }
  }
#endif
