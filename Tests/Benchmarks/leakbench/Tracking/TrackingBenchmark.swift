import BenchmarkWorkloads

/// What it costs to check an object that goes.
enum TrackingBenchmark: Benchmark {
  static let name = "tracking"

  static func measure(_ extent: Extent) async throws -> Section {
    var section = Section("Checking an object that goes")
    let task = TrackingTask(rounds: extent(31, quick: 3), count: extent(2000, quick: 200))
    let outcome = try task.runInChild()
    let checks = Comparison(rounds: outcome.checks)
    let scopes = Comparison(rounds: outcome.scopes)
    section.measurements = [
      Measurement(
        "expectDeallocated, one object", checks, contender: 1, unit: "ns",
        against: "weak var by hand", target: .ratio(6)),
      Measurement(
        "trackForLeaks, one object of 100 in a check", checks, contender: 2, unit: "ns",
        against: "weak var by hand", target: .ratio(2.5)),
      Measurement(
        "expectNoLeaks around one object", scopes, unit: "ns", against: "the object alone",
        target: .most(1500)),
      Measurement(
        "waits in 1000 checks of objects that are gone", Double(outcome.waits), unit: "",
        target: .most(0)),
    ]
    if let before = outcome.resources[0], let after = outcome.resources[1] {
      section.measurements += ResourceUse.kinds.map { name, count in
        Measurement(
          "\(name) left by 101 checks", Double(count(after) - count(before)), unit: "",
          target: .most(0))
      }
    }
    return section
  }
}
