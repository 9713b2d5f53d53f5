#if os(Linux)
  import ChildProcess
  import Foundation
  import LeakTesting
  import Testing

  /// A mistake of the run fails the first check that can fail, and one of a line the first time that it runs. If that failure is a known
  /// issue, the next one fails.
  @Suite struct KnownMistakeTests {
    static let variable = "LEAK_TESTING_EXPECTS_MISTAKE"

    @Test(arguments: [("KnownMistakeScene", "abc"), ("KnownOptionScene", "")])
    func isToldAgain(scene: String, grace: String) async throws {
      var child = ChildProcess(
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
        ["--testing-library", "swift-testing", "--filter", "\\.\(scene)/"])
      child.environment = [KnownMistakeTests.variable: "1", "LEAK_TESTING_GRACE": grace]
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

  @Suite(
    .serialized,
    .enabled(
      if: ProcessInfo.processInfo.environment[KnownMistakeTests.variable] != nil,
      "a scene of KnownMistakeTests"))
  struct KnownOptionScene {
    private static func check() {
      expectDeallocated(ignoring: [.type("")]) { Radio.fixed() }
    }

    @Test func first() {
      withKnownIssue { Self.check() }
    }

    @Test func second() { Self.check() }

    @Test func third() { Self.check() }
  }
#endif
