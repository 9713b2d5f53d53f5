import BenchmarkWorkloads
import Foundation

/// The benchmark's loops in a process that knows nothing of the kit: what `leakbench` compares with.
///
///     bareloops ROUNDS COUNT
///
/// Prints the resources that the process held at first, and then the times of each round, as JSON.
@main enum BareLoops {
  static func main() async throws {
    _ = ResourceUse.atLaunch
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else {
      FileHandle.standardError.write(Data("usage: bareloops ROUNDS COUNT\n".utf8))
      exit(2)
    }
    let times = await LoopRun(rounds: numbers[0], count: numbers[1]).times { await $0() }
    let outcome = LoopOutcome(times: times, resources: ResourceUse.atLaunch)
    print(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
  }
}
