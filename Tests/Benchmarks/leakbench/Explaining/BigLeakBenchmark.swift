/// How long a report takes when much is leaked or held.
enum BigLeakBenchmark: Benchmark {
  static let name = "big"

  static func measure(_ extent: Extent) async throws -> Section {
    var section = Section("A big leak")
    let sizes = extent.isQuick ? [1000, 4000] : [1000, 10_000, 100_000, 1_000_000]
    let shapes = BigLeakTask.Shape.allCases.filter { $0 != .blocks }
    section.growths = try BigLeakTask.Fate.allCases.map { fate in
      try table("objects that are \(fate.rawValue)", shapes, fate, sizes, extent)
    }
    // What waits to be called holds. Dispatch keeps its timers in a heap, and takes its time to fill it.
    section.growths.append(
      try table(
        "blocks that wait", [.blocks], .held, sizes.filter { $0 <= 100_000 }, extent))
    return section
  }

  private static func table(
    _ name: String, _ shapes: [BigLeakTask.Shape], _ fate: BigLeakTask.Fate, _ sizes: [Int],
    _ extent: Extent
  ) throws -> GrowthTable {
    var table = GrowthTable(size: name, unit: "ms")
    table.lines = try shapes.map { shape in
      let values = try sizes.map { count in
        try (0..<extent(3, quick: 1)).map { _ in
          try BigLeakTask(shape: shape, fate: fate, count: count).runInChild()
        }.median
      }
      return GrowthTable.Line(shape.rawValue, Growth(sizes: sizes, values: values))
    }
    return table
  }
}
