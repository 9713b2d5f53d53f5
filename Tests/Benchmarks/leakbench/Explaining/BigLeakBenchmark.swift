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
    if let library = LeakSanitizerTask.library {
      for shape in shapes {
        var isFound = true
        let name = "\(shape.rawValue), LeakSanitizer"
        let line = try line(name, sizes, extent) { count in
          let task = LeakSanitizerTask(leak: BigLeakTask(shape: shape, fate: .leaked, count: count))
          let time = isFound ? try task.runInChild(with: library) : nil
          isFound = time != nil
          return time ?? 0
        }
        if isFound {
          section.growths[0].lines.append(line)
        } else {
          section.notes.append(
            "LeakSanitizer does not find every \(shape.rawValue): a word left behind looks like a reference."
          )
        }
      }
    } else {
      section.notes.append("LeakSanitizer is not installed (`liblsan0` on Debian).")
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
      try line(shape.rawValue, sizes, extent) { count in
        try BigLeakTask(shape: shape, fate: fate, count: count).runInChild()
      }
    }
    return table
  }

  private static func line(
    _ name: String, _ sizes: [Int], _ extent: Extent, _ measure: (Int) throws -> Double
  ) throws -> GrowthTable.Line {
    let values = try sizes.map { count in
      try (0..<extent(3, quick: 1)).map { _ in try measure(count) }.median
    }
    return GrowthTable.Line(name, Growth(sizes: sizes, values: values))
  }
}
