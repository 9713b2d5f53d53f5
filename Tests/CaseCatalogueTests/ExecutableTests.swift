import CaseCatalogue
import ChildProcess
import Foundation
import LeakTesting
import Testing

/// The real executable, in a process of its own.
@Suite(.leakFree) struct ExecutableTests {
  /// Runs `leakcases` with `arguments`, as a shell reads them.
  func leakcases(_ arguments: String) throws -> ChildProcess.Ending {
    let executable = try ChildProcess(product: "leakcases").executable.path
    return try ChildProcess(
      URL(filePath: "/bin/sh"), ["-c", "exec '\(executable)' \(arguments)"]
    ).run()
  }

  @Test(arguments: [
    (
      "run nested-closure/weak-self-inside-onyl",
      "there is no case 'nested-closure/weak-self-inside-onyl'; "
        + "did you mean 'nested-closures/weak-self-inside-only'?"
    ),
    ("--fromat json", "unknown option '--fromat'; did you mean '--format'?"),
    ("list >/dev/full", "cannot write to standard output: No space left on device"),
    ("list >&-", "cannot write to standard output: Bad file descriptor"),
  ])
  func failsInOneLine(arguments: String, message: String) throws {
    #expect(
      try leakcases(arguments)
        == ChildProcess.Ending(.exitCode(2), errors: "leakcases: \(message)\n"))
  }

  @Test func survivesAReaderThatGoesAway() throws {
    #expect(
      try ChildProcess(product: "leakcases", ["list"]).run(isHeard: false)
        == ChildProcess.Ending(
          .exitCode(2), errors: "leakcases: cannot write to standard output: Broken pipe\n"))
  }

  @Test func printsItsUsage() throws {
    #expect(try leakcases("--help") == ChildProcess.Ending(.exitCode(0), output: Command.usage))
  }

  @Test func runsACrashInAProcessOfItsOwn() throws {
    let ending = try leakcases("run capture-lists/unowned-after-deinit/called-too-late")
    #expect(ending.status == .exitCode(0))
    #expect(ending.errors == "")
    #expect(
      ending.output.replacing(/\d+\.\d\d\d s/, with: "0.000 s") == """
              chapter        case                  variant          expected  observed         time
              capture-lists  unowned-after-deinit  called-too-late  crashes   crashes          0.000 s

        1 passed, 0 failed

        """)
  }
}
