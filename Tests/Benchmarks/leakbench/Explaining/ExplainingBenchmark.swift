/// How long a person waits for a report.
enum ExplainingBenchmark: Benchmark {
  static let name = "explaining"

  static func measure(_ extent: Extent) async throws -> Section {
    var section = Section("Explaining")
    let processes = extent(11, quick: 1)
    for keeper in ExplainingTask.Keeper.allCases {
      section.measurements += try measurements(
        of: keeper, in: .nothing, "small process", processes: processes, firstWithin: 60)
      let blocks = extent(1_000_000, quick: 10_000)
      section.measurements += try measurements(
        of: keeper, in: .blocks(blocks), "\(blocks.inTable) blocks", processes: processes,
        firstWithin: 300)
    }
    let sizes = extent.isQuick ? [1000, 10_000] : [1000, 10_000, 100_000, 1_000_000]
    let kinds: [(size: String, extent: (Int) -> ExplainingTask.Extent)] = [
      ("heap blocks in the process", { .blocks($0) }),
      ("objects that the leaked one reaches", { .reachable($0) }),
      ("objects leaked together", { .leaked($0) }),
    ]
    section.growths = try kinds.map { kind in
      let outcomes = try sizes.map { size in
        try (0..<extent(3, quick: 1)).map { _ in
          try ExplainingTask(keeper: .cycle, extent: kind.extent(size), laterReports: 1)
            .runInChild()
        }
      }
      var table = GrowthTable(size: kind.size, unit: "ms")
      table.lines = [
        GrowthTable.Line(
          "first report", Growth(sizes: sizes, values: outcomes.map { $0.map(\.first).median })),
        GrowthTable.Line(
          "later ones",
          Growth(sizes: sizes, values: outcomes.map { $0.map(\.later.median).median })),
      ]
      return table
    }
    return section
  }

  private static func measurements(
    of keeper: ExplainingTask.Keeper, in extent: ExplainingTask.Extent, _ place: String,
    processes: Int, firstWithin target: Double
  ) throws -> [Measurement] {
    let outcomes = try (0..<processes).map { _ in
      try ExplainingTask(keeper: keeper, extent: extent, laterReports: 11).runInChild()
    }
    return [
      Measurement(
        "\(keeper.rawValue), \(place), first report", outcomes.map(\.first).median, unit: "ms",
        target: .most(target)),
      Measurement(
        "\(keeper.rawValue), \(place), later ones", outcomes.map(\.later.median).median, unit: "ms"
      ),
    ]
  }
}
