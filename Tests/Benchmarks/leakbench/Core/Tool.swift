import Foundation

/// Another program, to be run and waited for.
struct Tool: Sendable {
  /// A path, or a name to be looked for where the shell would.
  var executable: String
  var arguments: [String]
  var folder: URL?

  init(_ executable: String, _ arguments: String..., in folder: URL? = nil) {
    self.init(executable, arguments: arguments, in: folder)
  }

  init(_ executable: String, arguments: [String], in folder: URL? = nil) {
    self.executable = executable
    self.arguments = arguments
    self.folder = folder
  }

  /// How a run went.
  struct Ending: Sendable {
    var output: String
    var status: Int32
    /// From start to end, in seconds.
    var seconds: Double
    /// The CPU time of the program and of those that it ran, in seconds.
    var processorSeconds: Double
  }

  /// Runs the program; what it prints on either stream is kept.
  func run() throws(BenchmarkError) -> Ending {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [executable] + arguments
    process.currentDirectoryURL = folder
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    let clock = ContinuousClock()
    let before = Self.processorSecondsOfChildren
    let start = clock.now
    do {
      try process.run()
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return Ending(
        output: String(decoding: output, as: UTF8.self), status: process.terminationStatus,
        seconds: (clock.now - start).inNanoseconds / 1e9,
        processorSeconds: Self.processorSecondsOfChildren - before)
    } catch {
      throw BenchmarkError("cannot run \(executable): \(error.localizedDescription)")
    }
  }

  /// Runs the program, which must end well.
  @discardableResult
  func succeed() throws(BenchmarkError) -> Ending {
    let ending = try run()
    guard ending.status == 0 else {
      let command = ([executable] + arguments).joined(separator: " ")
      throw BenchmarkError("\(command) ended with \(ending.status):\n\(ending.output)")
    }
    return ending
  }

  /// What the program prints; it must end well.
  func output() throws(BenchmarkError) -> String { try succeed().output }

  private static var processorSecondsOfChildren: Double {
    let use = rusage.ofChildren
    return [use.ru_utime, use.ru_stime]
      .map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }.reduce(0, +)
  }
}

extension rusage {
  // RUSAGE_SELF and RUSAGE_CHILDREN, which C libraries declare with different types.
  static var ofThisProcess: rusage { rusage(of: 0) }
  static var ofChildren: rusage { rusage(of: -1) }

  private init(of who: Int32) {
    self.init()
    getrusage(who, &self)
  }
}
