import ChildProcess
import Testing

/// The real executable, in a process of its own.
@Suite struct ExecutableTests {
  @Test func unknownOptionsGetOneClearError() async throws {
    #expect(
      try await ChildProcess(product: "leakbench", ["--fast"]).run()
        == ChildProcess.Ending(
          .exitCode(2), errors: "leakbench: unknown option '--fast'; --help lists the options\n"))
  }
}
