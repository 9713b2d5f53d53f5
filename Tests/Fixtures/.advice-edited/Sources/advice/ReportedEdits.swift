import Foundation
import LeakDetection

/// The edits that the reports on one snippet name.
struct ReportedEdits: Codable {
  var snippet: String
  var edits: [LeakReport.SourceEdit]

  /// The reported edits in the file at `path`.
  static func read(from path: String) throws -> [ReportedEdits] {
    try JSONDecoder().decode(
      [ReportedEdits].self, from: Data(contentsOf: URL(filePath: path)))
  }

  static func write(_ reported: [ReportedEdits], to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(reported).write(to: URL(filePath: path))
  }
}

extension [ReportedEdits] {
  /// Every edit once.
  var distinctEdits: Set<LeakReport.SourceEdit> { Set(flatMap(\.edits)) }
}
