/// How long a person waits for a report.
enum ExplainingBenchmark: Benchmark {
  static let name = "explaining"

  static func measure(_ extent: Extent) async throws -> Section {
    var section = Section("Explaining")
    let processes = extent(11, quick: 1)
    for keeper in ExplainingTask.Keeper.allCases {
      section.measurements += try measurements(
        of: keeper, in: .nothing, "small process", processes: processes, firstWithin: 20)
      let blocks = extent(1_000_000, quick: 10_000)
      section.measurements += try measurements(
        of: keeper, in: .blocks(blocks), "\(blocks.inTable) blocks", processes: processes,
        firstWithin: 120)
    }
    section.growths = try growths(extent)
    if let together = section.growths.last?.lines.first?.growth {
      section.measurements += measurements(of: together)
    }
    return section
  }

  /// How long reports take when one thing gets bigger.
  private static func growths(_ extent: Extent) throws -> [GrowthTable] {
    let sizes = extent.isQuick ? [1000, 10_000] : [1000, 10_000, 100_000, 1_000_000]
    let kinds: [(name: String, make: (Int) -> ExplainingTask.Size)] = [
      ("heap blocks in the process", { .blocks($0) }),
      ("objects that the leaked one reaches", { .reachable($0) }),
      ("objects leaked together", { .leaked($0) }),
    ]
    return try kinds.map { kind in
      let outcomes = try sizes.map { size in
        try (0..<extent(3, quick: 1)).map { _ in
          try ExplainingTask(keeper: .cycle, size: kind.make(size), laterReports: 1).runInChild()
        }
      }
      let first = outcomes.map { $0.map(\.first).median }
      let later = outcomes.map { $0.map(\.later.median).median }
      var table = GrowthTable(size: kind.name, unit: "ms")
      table.lines = [
        GrowthTable.Line("first report", Growth(sizes: sizes, values: first)),
        GrowthTable.Line("later ones", Growth(sizes: sizes, values: later)),
      ]
      return table
    }
  }

  /// The first report of as many objects that leaked together as there were at most, and how it grows.
  private static func measurements(of together: Growth) -> [Measurement] {
    guard let count = together.sizes.last, let time = together.values.last else { return [] }
    let report = Measurement(
      "\(count.inTable) objects leaked together, first report", time, unit: "ms",
      target: .most(1500))
    guard let exponent = together.from(100_000).exponent else { return [report] }
    return [
      report,
      Measurement(
        "objects leaked together, exponent of growth from 10⁵ on", exponent, unit: "",
        target: .most(1.05)),
    ]
  }

  private static func measurements(
    of keeper: ExplainingTask.Keeper, in size: ExplainingTask.Size, _ place: String,
    processes: Int, firstWithin target: Double
  ) throws -> [Measurement] {
    let outcomes = try (0..<processes).map { _ in
      try ExplainingTask(keeper: keeper, size: size, laterReports: 11).runInChild()
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
