import Foundation

/// How long a person waits for a report of a large program that was built for debugging.
enum LargeBinaryBenchmark: Benchmark {
  static let name = "large-binary"
  static let buildsPackages = true

  static func measure(_ extent: Extent) async throws -> Section {
    let build = try extent.packages.build(GeneratedPackage.large, .debug)
    let file = build.program("large")
    let runs = try (0..<extent(11, quick: 1)).map { _ in
      try Tool(file).output().split(separator: "\n").compactMap { Double($0) }
    }
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    var section = Section("Explaining in a debug binary of \(size / 1_000_000) MB")
    section.measurements = [("report", 0), ("look at what variables keep", 12)].flatMap {
      what, start in
      let ofKind = runs.map { $0[start..<start + 12] }
      return [
        Measurement("first \(what)", ofKind.map { $0[start] }.median, unit: "ms"),
        Measurement(
          "later ones, \(what)", ofKind.map { Array($0.dropFirst()).median }.median, unit: "ms"),
      ]
    }
    return section
  }
}
