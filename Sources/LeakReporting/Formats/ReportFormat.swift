import Foundation
import LeakDetection

/// A form that a merged report can be printed in.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// For people.
  case text
  /// All that is known of each cause.
  case json
  /// SARIF 2.1.0, which code hosts and editors read.
  case sarif
  /// GitHub's workflow commands, which annotate lines.
  case github
  /// The XML that test runners write.
  case junit
  /// A summary for a pull request.
  case markdown
  /// A page of its own.
  case html
  /// A graph of each cause, in Graphviz's language.
  case dot
  /// A graph of each cause, in Markdown that code hosts draw.
  case mermaid
  /// A graph of each cause, in the terminal.
  case boxes

  /// The text of `report`.
  ///
  /// - Parameter sources: Finds the files that it names.
  package func text(of report: MergedReport, sources: SourceFinder) throws -> String {
    switch self {
    case .text: report.plainText
    case .json: try Self.encoded(JSONForm(report))
    case .sarif: try Self.encoded(SARIFLog(report, sources: sources))
    case .github: report.workflowCommands(sources: sources)
    case .junit: report.junit
    case .markdown: report.markdown
    case .html: report.html(sources: sources)
    case .dot: report.dot
    case .mermaid: report.mermaid
    case .boxes: report.boxes
    }
  }

  private static func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}

/// The report as JSON.
private struct JSONForm: Encodable {
  struct Cause: Encodable {
    var standing: MergedReport.Standing
    var fingerprint: String
    var headline: String
    var reason: String?
    var tests: [String]
    var instances: Int
    var leak: Leak?
  }

  var schemaVersion = 1
  var summary: String
  var causes: [Cause]

  init(_ report: MergedReport) {
    summary = report.summary
    causes = report.causes.map {
      Cause(
        standing: $0.standing, fingerprint: $0.fingerprint, headline: $0.headline,
        reason: $0.reason, tests: $0.tests, instances: $0.instances, leak: $0.leak)
    }
  }
}
