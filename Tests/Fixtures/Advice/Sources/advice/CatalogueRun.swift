import Foundation
import LeakDetection

/// What `leakcases run --format json` wrote, as far as it matters here.
struct CatalogueRun: Decodable {
  private struct Case: Decodable {
    var id: String
    var variants: [Variant]
  }

  private struct Variant: Decodable {
    var name: String
    var observed: String
    var values: [String]?
    var path: LeakReport.RetainPath?
  }

  private var cases: [Case]

  /// The run in the file at `path`.
  static func read(from path: String) throws -> CatalogueRun {
    try JSONDecoder().decode(CatalogueRun.self, from: Data(contentsOf: URL(filePath: path)))
  }

  /// The edits of the reports on each variant, for those that have some.
  var edits: [ReportedEdits] {
    cases.flatMap { entry in
      entry.variants.compactMap { variant in
        let edits = variant.path.map(\.editsOfAll) ?? []
        return edits.isEmpty
          ? nil : ReportedEdits(snippet: "\(entry.id)/\(variant.name)", edits: edits)
      }
    }
  }

  /// The variants that a cycle is told of, and no edit.
  var toldWithoutEdits: [String] {
    cases.flatMap { entry in
      entry.variants.filter { $0.path.map(\.editsOfAll.isEmpty) ?? false }.map {
        "\(entry.id)/\($0.name)"
      }
    }
  }

  /// What became of the object of each variant, by the variants' names.
  var observed: [String: String] { byName { $0.observed } }

  /// The numbers and texts that the object of each variant had, by the variants' names.
  var values: [String: [String]] { byName { $0.values ?? [] } }

  private func byName<Value>(_ value: (Variant) -> Value) -> [String: Value] {
    let pairs = cases.flatMap { entry in
      entry.variants.map { ("\(entry.id)/\($0.name)", value($0)) }
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
