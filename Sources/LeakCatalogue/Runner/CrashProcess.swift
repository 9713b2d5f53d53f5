import Foundation

/// Runs a variant that crashes in a process of its own: `leakcases` with a hidden command.
package struct CrashProcess: Sendable {
  /// The command that runs one crashing variant, and nothing else.
  package static let command = "run-crash"

  /// The path of `leakcases`.
  package let executable: String

  package init(executable: String) {
    self.executable = executable
  }

  /// The executable that this process runs, whatever it is called.
  static func thisExecutable() -> CrashProcess {
    CrashProcess(executable: runningExecutable.path)
  }

  /// The `leakcases` that was built beside this process's executable, or beside one of its loaded bundles;
  /// `nil` when there is none.
  package static func findingExecutable() -> CrashProcess? {
    // Several threads must not ask the Foundation of Swift 6.2 for all bundles at once: where it is beside the
    // executable, nobody does.
    let found =
      executable(beside: runningExecutable)
      ?? Bundle.allBundles.lazy.compactMap { executable(beside: $0.bundleURL) }.first
    return found.map(CrashProcess.init)
  }

  private static func executable(beside file: URL) -> String? {
    let path = file.deletingLastPathComponent().appending(path: "leakcases").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  private static var runningExecutable: URL {
    Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
  }

  /// Runs the crashing variant with this id, and tells how its process ended.
  package func outcome(of id: String) async -> Outcome {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(filePath: executable)
    process.arguments = [Self.command, id]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"], uniquingKeysWith: { $1 })
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    do {
      let output = try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(
            with: Result {
              try process.run()
              let output = try errors.fileHandleForReading.readToEnd() ?? Data()
              process.waitUntilExit()
              return output
            })
        }
      }
      return Self.outcome(
        signal: process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil,
        status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
    } catch {
      return .unobserved("its process could not be run: \(error.localizedDescription)")
    }
  }

  /// What the end of a process says of the variant that ran in it.
  static func outcome(signal: Int32?, status: Int32, output: String) -> Outcome {
    switch signal {
    case SIGABRT?, SIGILL?, SIGTRAP?:
      .crashed(signal: signal ?? 0, message: RuntimeMessage(output).text)
    case let signal?: .unobserved("its process was ended by signal \(signal)")
    case nil: .unobserved("its process ended without a crash, with exit code \(status)")
    }
  }
}
