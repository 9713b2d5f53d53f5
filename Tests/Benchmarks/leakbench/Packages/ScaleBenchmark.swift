import Foundation

/// How time and memory grow with the number of tests in a process.
enum ScaleBenchmark: Benchmark {
  static let name = "scale"
  static let buildsPackages = true

  static func measure(_ extent: Extent) async throws -> Section {
    let build = try extent.packages.build(GeneratedPackage.scale, .debug)
    let sizes = extent.isQuick ? [10, 20] : [100, 1000, 10_000]
    let settings = ["off", "on"]
    // By size and setting.
    var endings: [[Use]] = []
    for size in sizes {
      let tools = settings.map { setting in
        Tool(
          "LEAK_TESTING=\(setting)",
          arguments: ["CASES=\(size)", build.program(), "--testing-library", "swift-testing"])
      }
      let rounds = try await Comparison.interleave(tools, rounds: extent(5, quick: 1)) {
        try Use(of: $0.succeed())
      }
      endings.append(settings.indices.map { setting in Use(medianOf: rounds.map { $0[setting] }) })
    }
    var section = Section("Many tests in one process")
    section.growths = [
      table("ms", \.milliseconds, of: endings, sizes),
      table("peak MB", \.megabytes, of: endings, sizes),
    ]
    return section
  }

  private static func table(
    _ unit: String, _ value: (Use) -> Double, of endings: [[Use]], _ sizes: [Int]
  ) -> GrowthTable {
    var table = GrowthTable(size: "tests", unit: unit)
    table.lines = ["switched off", ".leakFree"].enumerated().map { setting, name in
      GrowthTable.Line(
        name, Growth(sizes: sizes, values: endings.map { value($0[setting]) }))
    }
    return table
  }

  /// What a run took.
  private struct Use {
    var milliseconds: Double
    var megabytes: Double

    init(of ending: Tool.Ending) throws(BenchmarkError) {
      let line = ending.output.split(whereSeparator: \.isNewline).last { $0.hasPrefix("PEAK ") }
      guard let kilobytes = line.flatMap({ Double($0.dropFirst(5)) }) else {
        throw BenchmarkError("the tests did not tell their memory:\n\(ending.output.suffix(2000))")
      }
      milliseconds = ending.seconds * 1000
      megabytes = kilobytes / 1000
    }

    init(medianOf uses: [Use]) {
      milliseconds = uses.map(\.milliseconds).median
      megabytes = uses.map(\.megabytes).median
    }
  }
}
