/// The memory that a scope takes for the objects that it keeps, and for those that it does not.
enum RecordingBenchmark: Benchmark {
  static let name = "recording"

  static func measure(_ extent: Extent) async throws -> Section {
    let shortLived = extent(10_000_000, quick: 100_000)
    let kept = extent(1_000_000, quick: 10_000)
    let with = try RecordingTask(shortLived: shortLived, kept: kept, isInScope: true).runInChild()
    let without = try RecordingTask(shortLived: shortLived, kept: kept, isInScope: false)
      .runInChild()
    let many = try RecordingTask(shortLived: shortLived, kept: 0, isInScope: true).runInChild()
    let few = try RecordingTask(shortLived: shortLived / 10, kept: 0, isInScope: true).runInChild()
    let objects = Double(kept)
    var section = Section(
      "Memory of a scope with \(shortLived.inTable) short-lived objects and \(kept.inTable) kept ones"
    )
    section.measurements = [
      Measurement(
        "for each kept object, at the worst moment", Double(with.peak - without.peak) / objects,
        unit: "bytes", target: .most(32)),
      Measurement(
        "for each kept object, tables", Double(with.tables) / objects, unit: "bytes",
        target: .most(32)),
      Measurement(
        "for each kept object, until the scope has ended",
        Double(with.peakAtEnd - without.peakAtEnd) / objects, unit: "bytes"),
      Measurement(
        "for each short-lived object, of ten times as many",
        Double(many.peak - few.peak) / Double(shortLived - shortLived / 10), unit: "bytes",
        target: .most(0.01)),
      Measurement(
        "short-lived objects alone, tables", Double(many.tables) / 1024, unit: "KB",
        target: .most(8)),
    ]
    return section
  }
}
