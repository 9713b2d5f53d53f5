/// How long a report takes when much is leaked, held or kept.
enum BigLeakBenchmark: Benchmark {
  static let name = "big"

  static func measure(_ extent: Extent) async throws -> Section {
    var section = Section("A big leak")
    let sizes = extent.isQuick ? [1000, 4000] : [1000, 10_000, 100_000, 1_000_000]
    let shapes = BigLeakTask.Shape.allCases.filter { $0 != .blocks }
    var figures: [BigLeakTask.Fate: [Series]] = [:]
    for fate in BigLeakTask.Fate.allCases {
      figures[fate] = try shapes.flatMap { shape in
        try [BigLeakTask.Naming.none, .all].map { naming in
          try Series(shape, fate, naming, sizes, extent)
        }
      }
      section.growths.append(
        table("ms", "objects that are \(fate.rawValue)", figures[fate, default: []], \.total))
    }
    try addLeakSanitizer(to: &section, shapes, sizes, extent)
    // What waits to be called holds. Dispatch keeps its timers in a heap, and takes its time to fill it.
    section.growths.append(
      table(
        "ms", "blocks that wait",
        [try Series(.blocks, .held, .all, sizes.filter { $0 <= 100_000 }, extent)], \.total))
    for fate in BigLeakTask.Fate.allCases {
      let series = figures[fate, default: []].filter { $0.naming == .all }
      let parts: [(String, KeyPath<BigLeakTask.Outcome, Double>)] = [
        ("read", \.reading), ("decide", \.deciding), ("explain", \.explaining),
      ]
      for (part, value) in parts {
        section.growths.append(
          table("ms to \(part)", "objects that are \(fate.rawValue)", series, value))
      }
    }
    for fate in BigLeakTask.Fate.allCases {
      section.growths.append(
        table(
          "peak MB", "objects that are \(fate.rawValue)",
          figures[fate, default: []].filter { $0.naming == .all }, \.megabytes))
    }
    return section
  }

  /// What was measured of one shape at several sizes.
  private struct Series {
    let shape: BigLeakTask.Shape
    let naming: BigLeakTask.Naming
    let sizes: [Int]
    private let outcomes: [[BigLeakTask.Outcome]]

    init(
      _ shape: BigLeakTask.Shape, _ fate: BigLeakTask.Fate, _ naming: BigLeakTask.Naming,
      _ sizes: [Int], _ extent: Extent
    ) throws {
      self.shape = shape
      self.naming = naming
      self.sizes = sizes
      outcomes = try sizes.map { count in
        // A million takes long enough to be measured once.
        let rounds = count < 1_000_000 ? extent(3, quick: 1) : 1
        return try (0..<rounds).map { _ in
          try BigLeakTask(naming: naming, shape: shape, fate: fate, count: count).runInChild()
        }
      }
    }

    var name: String {
      shape.rawValue + (naming == .all && shape != .blocks ? ", all named" : "")
    }

    func line(_ value: KeyPath<BigLeakTask.Outcome, Double>) -> GrowthTable.Line {
      GrowthTable.Line(
        name, Growth(sizes: sizes, values: outcomes.map { $0.map { $0[keyPath: value] }.median }))
    }
  }

  private static func table(
    _ unit: String, _ size: String, _ series: [Series],
    _ value: KeyPath<BigLeakTask.Outcome, Double>
  ) -> GrowthTable {
    var table = GrowthTable(size: size, unit: unit)
    table.lines = series.map { $0.line(value) }
    return table
  }

  /// Adds what LeakSanitizer takes for the objects that are leaked, where it is installed.
  private static func addLeakSanitizer(
    to section: inout Section, _ shapes: [BigLeakTask.Shape], _ sizes: [Int], _ extent: Extent
  ) throws {
    guard let library = LeakSanitizerTask.library else {
      section.notes.append("LeakSanitizer is not installed (`liblsan0` on Debian).")
      return
    }
    for shape in shapes {
      var values: [Double] = []
      for count in sizes {
        let task = LeakSanitizerTask(
          leak: BigLeakTask(naming: .none, shape: shape, fate: .leaked, count: count))
        let times = try (0..<(count < 1_000_000 ? extent(3, quick: 1) : 1)).map { _ in
          try task.runInChild(with: library)
        }
        let found = times.compactMap(\.self)
        if found.count == times.count { values.append(found.median) }
      }
      if values.count == sizes.count {
        section.growths[0].lines.append(
          GrowthTable.Line(
            "\(shape.rawValue), LeakSanitizer", Growth(sizes: sizes, values: values)))
      } else {
        section.notes.append(
          "LeakSanitizer does not find every \(shape.rawValue): a word left behind looks like a reference."
        )
      }
    }
  }
}

extension BigLeakTask.Outcome {
  fileprivate var megabytes: Double { Double(peak) / 1e6 }
}
