import Foundation

/// Something that is measured in a process of its own: what other measurements leave behind must not count, or what
/// it needs in memory is to be given back.
protocol ChildTask: Codable, Sendable {
  associatedtype Outcome: Codable, Sendable
  func run() async throws -> Outcome
}

extension ChildTask {
  /// Runs the task in a new process of this executable.
  ///
  /// - Parameter variables: What is set in the child's environment, `NAME=value`.
  func runInChild(in variables: [String] = []) throws(BenchmarkError) -> Outcome {
    do {
      let task = String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
      let command = variables + [ChildTasks.executable, ChildTasks.option, "\(Self.self)", task]
      let output = try Tool(command[0], arguments: Array(command.dropFirst())).output()
      return try JSONDecoder().decode(Outcome.self, from: Data(output.utf8))
    } catch let error as BenchmarkError {
      throw error
    } catch {
      throw BenchmarkError("\(Self.self) cannot be passed on or read: \(error)")
    }
  }

  /// Runs the task that `text` describes, and prints its outcome.
  fileprivate static func perform(_ text: String) async throws {
    let task = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
    let outcome = try await task.run()
    print(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
  }
}

/// The tasks by their names, and the way to pass one to a child.
enum ChildTasks {
  static let option = "--child"

  static let all: [any ChildTask.Type] = [
    LoopTask.self, RecordingTask.self, TrackingTask.self, WalkTask.self, MemoryTask.self,
    ExplainingTask.self, BigLeakTask.self, LeakSanitizerTask.self,
  ]

  static var executable: String {
    Bundle.main.executableURL?.path ?? CommandLine.arguments[0]
  }

  /// Does what a parent asked for on the command line; false when none did.
  static func perform(_ arguments: [String]) async throws -> Bool {
    guard arguments.count == 3, arguments[0] == option,
      let type = all.first(where: { "\($0)" == arguments[1] })
    else { return false }
    try await type.perform(arguments[2])
    // What a task leaves in memory need not be taken apart.
    fflush(nil)
    exit(0)
  }
}
