#if os(Linux)
  import ChildProcess
  import Foundation
  import LeakTesting
  import Testing

  /// A mistake of the run fails the first check that can fail. If that failure is a known issue, the next check fails.
  @Suite struct KnownMistakeTests {
    static let variable = "LEAK_TESTING_EXPECTS_MISTAKE"

    @Test func isToldAgain() async throws {
      var child = ChildProcess(
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
        ["--testing-library", "swift-testing", "--filter", "\\.KnownMistakeScene/"])
      child.environment = [KnownMistakeTests.variable: "1", "LEAK_TESTING_GRACE": "abc"]
      let ending = try await child.run()
      #expect(ending.status == .exitCode(1))
      let told = (ending.output + ending.errors).split(separator: "\n")
        .filter { $0.contains("recorded a") }
        .compactMap { $0.firstMatch(of: /Test (\w+)\(\) recorded an? (known )?issue/)?.output }
        .map { "\($0.1)\($0.2 == nil ? "" : ", known")" }
      #expect(told == ["first, known", "second"])
    }
  }

  @Suite(
    .serialized,
    .enabled(
      if: ProcessInfo.processInfo.environment[KnownMistakeTests.variable] != nil,
      "a scene of KnownMistakeTests"))
  struct KnownMistakeScene {
    @Test func first() {
      withKnownIssue { expectDeallocated { Radio.fixed() } }
    }

    @Test func second() { expectDeallocated { Radio.fixed() } }

    @Test func third() { expectDeallocated { Radio.fixed() } }
  }
#endif
