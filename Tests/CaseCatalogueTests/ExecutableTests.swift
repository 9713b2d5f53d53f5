import CaseCatalogue
import Foundation
import Testing

/// The real executable, in a process of its own.
@Suite struct ExecutableTests {
  struct Ending: Equatable {
    var code: Int32
    var output: String
    var errors: String
  }

  /// Runs `leakcases` with `arguments`, as a shell reads them.
  func leakcases(_ arguments: String) throws -> Ending {
    let executable = try #require(CrashProcess.findingExecutable()).executable
    let process = Process()
    let output = Pipe()
    let errors = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "exec '\(executable)' \(arguments)"]
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Ending(
      code: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
      errors: String(decoding: complaints, as: UTF8.self))
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
      try leakcases(arguments) == Ending(code: 2, output: "", errors: "leakcases: \(message)\n"))
  }

  @Test func survivesAReaderThatGoesAway() throws {
    let executable = try #require(CrashProcess.findingExecutable()).executable
    let process = Process()
    let output = Pipe()
    let errors = Pipe()
    process.executableURL = URL(filePath: executable)
    process.arguments = ["list"]
    process.standardOutput = output
    process.standardError = errors
    try output.fileHandleForReading.close()
    try process.run()
    let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 2)
    #expect(
      String(decoding: complaints, as: UTF8.self)
        == "leakcases: cannot write to standard output: Broken pipe\n")
  }

  @Test func printsItsUsage() throws {
    #expect(try leakcases("--help") == Ending(code: 0, output: Command.usage, errors: ""))
  }

  @Test func runsACrashInAProcessOfItsOwn() throws {
    let ending = try leakcases("run capture-lists/unowned-after-deinit/called-too-late")
    #expect(ending.code == 0)
    #expect(ending.errors == "")
    #expect(
      ending.output.replacing(/\d+\.\d\d\d s/, with: "0.000 s") == """
              chapter        case                  variant          expected  observed         time
              capture-lists  unowned-after-deinit  called-too-late  crashes   crashes          0.000 s

        1 passed, 0 failed

        """)
  }
}
