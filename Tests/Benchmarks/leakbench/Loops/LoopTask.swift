import BenchmarkWorkloads
import LeakHeapReading
import LeakHeapRecording

/// The loops in a process that links the kit.
struct LoopTask: ChildTask {
  /// What the kit is doing meanwhile.
  enum State: String, Codable {
    /// No scope has ever been opened.
    case idle
    /// One was, and is closed again.
    case closed
    /// Everything is allocated in a scope.
    case open
  }

  var state: State
  var run: LoopRun

  func run() async throws -> LoopOutcome {
    if state == .closed {
      try await Self.inScope { await Loop.shortLived.nanoseconds(count: 1000) }
    }
    let times =
      switch state {
      case .idle, .closed: await run.times { await $0() }
      case .open: try await run.times { body in try await Self.inScope(body) }
      }
    return LoopOutcome(times: times, resources: ResourceUse.atLaunch)
  }

  /// Calls `body` in a scope of its own.
  @discardableResult
  private static func inScope(_ body: () async -> Double) async throws -> Double {
    guard let scope = AllocationScope(label: "leakbench") else {
      throw BenchmarkError("allocations cannot be recorded here")
    }
    defer { scope.close() }
    return await scope.run(body)
  }
}
