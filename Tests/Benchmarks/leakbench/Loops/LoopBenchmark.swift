import BenchmarkWorkloads
import Foundation

/// What allocating, retaining and releasing cost in a process without the kit, with it, and in a scope.
enum LoopBenchmark: Benchmark {
  static let name = "allocation"

  /// Without the kit twice: how far the one is from the other is what a ratio means nothing below.
  private static let states: [LoopTask.State?] = [nil, nil, .idle, .closed, .open]

  static func measure(_ extent: Extent) async throws -> Section {
    let run = LoopRun(
      rounds: extent(11, quick: 3), count: extent(200_000, quick: 10_000))
    // Whole processes take turns: what a scope replaces in a process, and where memory lies, stays as it is.
    let outcomes = try await Comparison.interleave(states, rounds: extent(15, quick: 2)) { state in
      try outcome(of: run, in: state)
    }
    var section = Section("Allocating, retaining, releasing")
    for loop in Loop.allCases {
      let comparison = Comparison(
        rounds: outcomes.map { $0.map { $0.times[loop, default: []].median } })
      let interval = comparison.interval(of: 1)
      let same = Target.ratio(max(interval.upperBound, 1))
      let rows: [(name: String, target: Target?)] = [
        (
          "without the kit once more, "
            + "\(interval.lowerBound.inTable) to \(interval.upperBound.inTable) ×", nil
        ),
        ("kit linked, idle", same), ("kit linked, scopes closed again", same),
        ("in a scope", loop.mostInScope.map { .ratio($0) }),
      ]
      section.measurements += rows.enumerated().map { position, row in
        Measurement(
          "\(loop.rawValue), \(row.name)", comparison, contender: position + 1, unit: "ns",
          against: "without the kit", target: row.target)
      }
    }
    section.measurements += resources(outcomes[0])
    return section
  }

  private static func outcome(of run: LoopRun, in state: LoopTask.State?) throws -> LoopOutcome {
    if let state { return try LoopTask(state: state, run: run).runInChild() }
    let folder = URL(filePath: ChildTasks.executable).deletingLastPathComponent()
    let output = try Tool(
      folder.appending(path: "bareloops").path, "\(run.rounds)", "\(run.count)"
    ).output()
    return try JSONDecoder().decode(LoopOutcome.self, from: Data(output.utf8))
  }

  /// What a process that links the kit holds at its launch, beyond what one without it does.
  private static func resources(_ outcomes: [LoopOutcome]) -> [Measurement] {
    guard let bare = outcomes[0].resources, let idle = outcomes[2].resources else { return [] }
    return ResourceUse.kinds.map { name, count in
      Measurement(
        "\(name) added, kit linked, idle", Double(count(idle) - count(bare)), unit: "",
        target: .most(0))
    }
  }
}

extension Loop {
  /// How many times as long as without the kit it may take in a scope.
  fileprivate var mostInScope: Double? {
    switch self {
    case .shortLived: 1.5
    case .kept: 2.2
    case .twoThreads: 1.7
    case .closure, .retainRelease: nil
    }
  }
}
