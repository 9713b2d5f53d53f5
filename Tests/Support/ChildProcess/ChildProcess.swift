import Foundation
import Testing

/// A process that a test runs to its end.
package struct ChildProcess: Sendable {
  /// How a process ended, and all that it wrote.
  package struct Ending: Sendable, Equatable {
    package var status: ExitStatus
    package var output: String
    package var errors: String

    package init(_ status: ExitStatus, output: String = "", errors: String = "") {
      self.status = status
      self.output = output
      self.errors = errors
    }
  }

  /// The product of the package was not built with the tests.
  package struct Missing: Error {
    package let product: String
  }

  package let executable: URL
  package var arguments: [String]
  /// What is added to this process's environment.
  package var environment: [String: String] = [:]
  /// The folder that it begins in; `nil` for this process's.
  package var folder: URL?

  package init(_ executable: URL, _ arguments: [String] = []) {
    self.executable = executable
    self.arguments = arguments
  }

  /// A product of the package, which is built beside this process's executable or its test bundle.
  package init(product: String, _ arguments: [String] = []) throws(Missing) {
    let running = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    func executable(beside file: URL) -> URL? {
      let place = file.deletingLastPathComponent().appending(path: product)
      return FileManager.default.isExecutableFile(atPath: place.path) ? place : nil
    }
    // Several threads must not ask the Foundation of Swift 6.2 for all bundles at once.
    let found =
      executable(beside: running)
      ?? Bundle.allBundles.lazy.compactMap { executable(beside: $0.bundleURL) }.first
    guard let executable = found else { throw Missing(product: product) }
    self.init(executable, arguments)
  }
}

extension ChildProcess {
  /// Runs the process, and returns when it has ended.
  ///
  /// - Parameter isHeard: Whether its output is read; else its first write to it finds that nobody does.
  package func run(isHeard: Bool = true) throws -> Ending {
    let process = Process()
    let output = Pipe()
    let errors = Pipe()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = folder }
    process.standardOutput = output
    process.standardError = errors
    if !isHeard { try output.fileHandleForReading.close() }
    try process.run()
    let complaints = Reading(of: errors.fileHandleForReading)
    let text = isHeard ? try output.fileHandleForReading.readToEnd() : nil
    process.waitUntilExit()
    let status = process.terminationStatus
    return Ending(
      process.terminationReason == .exit ? .exitCode(status) : .signal(status),
      output: String(decoding: text ?? Data(), as: UTF8.self),
      errors: String(decoding: complaints.data, as: UTF8.self))
  }
}

extension ChildProcess {
  /// Mostly they wait, for what is pending in them. Their processors' time is short, and some are about time.
  private static let workers = Workers(most: 4)

  /// Runs the process, and suspends until it has ended: no thread of the tasks waits for it. Of all tests four
  /// processes run at a time.
  ///
  /// - Parameter isHeard: Whether its output is read; else its first write to it finds that nobody does.
  package func run(isHeard: Bool = true) async throws -> Ending {
    try await withCheckedThrowingContinuation { continuation in
      Self.workers.submit {
        continuation.resume(with: Result { try self.run(isHeard: isHeard) })
      }
    }
  }
}

/// What a pipe carries, read on a thread of its own: a process that fills one pipe must not wait for the other to
/// be read.
///
/// Unchecked, because the thread writes before it signals, and the reader waits for that.
private final class Reading: @unchecked Sendable {
  private var read = Data()
  private let isOver = DispatchSemaphore(value: 0)

  init(of handle: FileHandle) {
    Thread.detachNewThread {
      self.read = (try? handle.readToEnd()) ?? Data()
      self.isOver.signal()
    }
  }

  /// All of it. To be asked once.
  var data: Data {
    isOver.wait()
    return read
  }
}
