import CLimit

/// All loops, a number of rounds each, in one process.
package struct LoopRun: Codable, Sendable {
  package var rounds: Int
  /// How many times each round does what the loop does.
  package var count: Int

  package init(rounds: Int, count: Int) {
    self.rounds = rounds
    self.count = count
  }

  /// The nanoseconds that one time takes, by loop and round.
  package typealias Times = [Loop: [Double]]

  /// Runs the loops.
  ///
  /// - Parameter surroundings: calls what it is given, in the state of the process that is to be measured.
  package func times(
    in surroundings: @Sendable (@Sendable () async -> Double) async throws -> Double
  ) async rethrows -> Times {
    limit_keep_heap()
    var times: Times = [:]
    for loop in Loop.allCases {
      for _ in 0..<rounds {
        limit_shift_heap()
        let time = try await surroundings { await loop.nanoseconds(count: count) }
        times[loop, default: []].append(time)
      }
    }
    return times
  }
}

/// What a process that ran the loops tells.
package struct LoopOutcome: Codable, Sendable {
  package var times: LoopRun.Times
  package var resources: ResourceUse?

  package init(times: LoopRun.Times, resources: ResourceUse?) {
    self.times = times
    self.resources = resources
  }
}
