import ChildProcess
import Foundation
import LeakCatalogue
import LeakReporting
import LeakTesting
import TestOrder
import Testing

/// The real executable, in a process of its own.
@Suite(.slow, .leakFree) struct ExecutableTests {
  /// Runs `leakcases` with `arguments`, as a shell reads them.
  func leakcases(_ arguments: String) async throws -> ChildProcess.Ending {
    let executable = try ChildProcess(product: "leakcases").executable.path
    return try await ChildProcess(
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
    ("report --help >/dev/full", "cannot write to standard output: No space left on device"),
    ("reprot", "unknown command 'reprot'; did you mean 'report'?"),
    (
      "report a b", "'report' needs one folder, the one that LEAK_TESTING_REPORTS named"
    ),
    ("report /etc/hostname", "/etc/hostname is a file; did you mean the folder '/etc'?"),
    ("list nope", "there is no case 'nope'; swift run leakcases list prints them"),
    ("list closure", "there is no case 'closure'; did you mean 'closures'?"),
    ("help nope", "unknown command 'nope'; see swift run leakcases --help"),
    ("help reprot", "unknown command 'reprot'; did you mean 'report'?"),
    ("help closures", "unknown command 'closures'; did you mean 'show closures'?"),
  ])
  func failsInOneLine(arguments: String, message: String) async throws {
    #expect(
      try await leakcases(arguments)
        == ChildProcess.Ending(.exitCode(2), errors: "leakcases: \(message)\n"))
  }

  @Test(arguments: [
    ["list"], ["show", "closures"], ["run", "closures/value-type-self"], ["report", "--help"],
  ])
  func saysNothingToAReaderThatHasGone(arguments: [String]) async throws {
    #expect(
      try await ChildProcess(product: "leakcases", arguments).run(isHeard: false)
        == ChildProcess.Ending(.exitCode(0)))
  }

  @Test(arguments: ["--help", "help", "help run", "help book", "book --help", "show closures -h"])
  func printsItsUsage(arguments: String) async throws {
    #expect(
      try await leakcases(arguments) == ChildProcess.Ending(.exitCode(0), output: Command.usage))
  }

  @Test(arguments: ["report --help", "report -h", "help report"])
  func printsTheUsageOfReport(arguments: String) async throws {
    #expect(
      try await leakcases(arguments)
        == ChildProcess.Ending(.exitCode(0), output: ReportCommand.usage))
  }

  @Test func printsTheVersionThatTheReadmeDependsOn() async throws {
    #expect(
      try await leakcases("--version")
        == ChildProcess.Ending(.exitCode(0), output: "leakcases \(Command.version)\n"))
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("swift-leak-testing\", from: \"\(Command.version)\")"))
  }

  @Test func runsACrashInAProcessOfItsOwn() async throws {
    #expect(
      try await leakcases("run capture-lists/unowned-after-deinit/called-too-late")
        == ChildProcess.Ending(
          .exitCode(0),
          output: """
            ✓ capture-lists/unowned-after-deinit  crashes: called-too-late

            1 case, 1 variant: 1 passed, 0 failed

            """))
  }
}
