import Foundation

/// Everything that a run measured.
struct Report: Codable, Sendable {
  var machine: Machine
  var sections: [Section] = []

  /// Writes the report as JSON.
  func write(to file: String) throws(BenchmarkError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      try encoder.encode(self).write(to: URL(filePath: file))
    } catch {
      throw BenchmarkError("cannot write \(file): \(error.localizedDescription)")
    }
  }
}

/// What one benchmark measured.
package struct Section: Codable, Sendable, Hashable {
  package var title: String
  package var measurements: [Measurement] = []
  package var growths: [GrowthTable] = []
  /// What could not be measured, and why.
  package var notes: [String] = []

  package init(_ title: String) {
    self.title = title
  }
}

/// How several things grow with one size.
package struct GrowthTable: Codable, Sendable, Hashable {
  /// A line of the table.
  package struct Line: Codable, Sendable, Hashable {
    package var name: String
    package var growth: Growth

    package init(_ name: String, _ growth: Growth) {
      self.name = name
      self.growth = growth
    }
  }

  /// What the sizes count.
  package var size: String
  /// The unit of all values.
  package var unit: String
  package var lines: [Line] = []

  package init(size: String, unit: String) {
    self.size = size
    self.unit = unit
  }
}

/// Why the benchmark, or a part of it, could not run: one sentence.
struct BenchmarkError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
