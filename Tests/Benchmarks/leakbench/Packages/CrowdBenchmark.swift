import Foundation

/// What a crowd of tests costs whose objects go a moment after them, beside a large global table.
enum CrowdBenchmark: Benchmark {
  static let name = "crowd"
  static let buildsPackages = true

  static func measure(_ extent: Extent) async throws -> Section {
    let boxes = extent(1_000_000, quick: 20_000)
    let tests = extent(1000, quick: 100)
    let build = try extent.packages.build(GeneratedPackage.crowd(of: tests, boxes: boxes), .debug)
    let arguments = [build.program(), "--testing-library", "swift-testing"]
    let programs = ["off", "on"].map { Tool("LEAK_TESTING=\($0)", arguments: arguments) }
    let seconds = try await Comparison.interleave(programs, rounds: extent(5, quick: 1)) {
      program in
      // A test that fails makes the run fail.
      try program.succeed().seconds
    }
    var section = Section("\(tests) tests in parallel beside a global table of \(boxes) objects")
    section.measurements = [
      Measurement(
        "debug, .leakFree, time", Comparison(rounds: seconds.map { $0.map { $0 * 1000 } }),
        unit: "ms", against: "switched off", target: .ratio(1.3))
    ]
    return section
  }
}
