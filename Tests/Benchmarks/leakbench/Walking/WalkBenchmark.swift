/// How fast the heap is read, against a walk in C that knows the layout beforehand.
enum WalkBenchmark: Benchmark {
  static let name = "walking"

  static func measure(_ extent: Extent) async throws -> Section {
    let sizes = (3...extent(7, quick: 4)).map { power in
      (0..<power).reduce(1) { size, _ in size * 10 }
    }
    var section = Section("Walking the heap")
    var times = GrowthTable(size: "heap objects", unit: "ms")
    for shape in GraphShape.allCases {
      let outcomes = try sizes.map { size in
        let task = WalkTask(
          shape: shape, objects: size, rounds: extent(rounds(for: size), quick: 3))
        return (size: size, outcome: try task.runInChild())
      }
      for (size, outcome) in outcomes {
        section.measurements.append(
          Measurement(
            "\(shape.rawValue), \(size.inTable) objects",
            Comparison(rounds: outcome.seconds.map { $0.map { $0 * 1000 } }), unit: "ms",
            against: "C", target: .ratio(mostRatio(of: shape, for: size))))
      }
      section.measurements += rates(of: shape, outcomes.map(\.outcome))
      section.measurements += growth(of: shape, outcomes)
      for (contender, name) in [(1, shape.rawValue), (0, "\(shape.rawValue), C")] {
        times.lines.append(GrowthTable.Line(name, Growth(milliseconds: outcomes, of: contender)))
      }
    }
    section.growths = [times]
    return section
  }

  /// What does not depend on the number of objects is a larger part of a small walk.
  private static func mostRatio(of shape: GraphShape, for size: Int) -> Double {
    switch size {
    case 1_000_000 where shape == .mixedFields: 1.4
    case ..<10_000: 5
    case ..<100_000: 3
    default: 2.5
    }
  }

  private static func rounds(for size: Int) -> Int {
    switch size {
    case ..<100_000: 51
    case ..<1_000_000: 31
    case ..<10_000_000: 7
    default: 3
    }
  }

  /// Objects and references per second at a million objects, or the most that were walked.
  private static func rates(
    of shape: GraphShape, _ outcomes: [WalkTask.Outcome]
  ) -> [Measurement] {
    guard let outcome = outcomes.last(where: { $0.objects <= 1_000_000 }) else { return [] }
    let seconds = Comparison(rounds: outcome.seconds)
    let isOrientation = shape == .twoReferences
    return [("objects", outcome.objects, 12.0), ("references", outcome.references, 24)].map {
      things, count, orientation in
      func rate(_ contender: Int) -> Double {
        Double(count) / seconds.median(of: contender) / 1e6
      }
      return Measurement(
        "\(shape.rawValue), \(things) per second", rate(1), unit: "M/s",
        baseline: Measurement.Baseline(
          name: "C", value: rate(0), ratio: seconds.ratio(of: 0, to: 1)),
        target: isOrientation ? .least(orientation) : nil)
    }
  }

  /// From 10⁵ objects on, where fixed costs are over, the kit's time is to grow as the limit's does: caches get
  /// too small for both.
  private static func growth(
    of shape: GraphShape, _ outcomes: [(size: Int, outcome: WalkTask.Outcome)]
  ) -> [Measurement] {
    guard
      let kit = Growth(milliseconds: outcomes, of: 1).from(100_000).exponent,
      let limit = Growth(milliseconds: outcomes, of: 0).from(100_000).exponent
    else { return [] }
    return [
      Measurement(
        "\(shape.rawValue), exponent of growth from 10⁵ on", kit, unit: "",
        baseline: Measurement.Baseline(name: "C", value: limit, ratio: kit / limit),
        target: .ratio(1.05))
    ]
  }
}

extension Growth {
  fileprivate init(
    milliseconds outcomes: [(size: Int, outcome: WalkTask.Outcome)], of contender: Int
  ) {
    self.init(
      sizes: outcomes.map(\.size),
      values: outcomes.map { Comparison(rounds: $0.outcome.seconds).median(of: contender) * 1000 })
  }
}
