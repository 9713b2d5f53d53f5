import Foundation
import LeakDetection

/// A log of the *Static Analysis Results Interchange Format*, version 2.1.0, by the names of its standard (OASIS, `sarif-v2.1.0`).
struct SARIFLog: Encodable {
  struct Text: Encodable { var text: String }

  struct Rule: Encodable {
    var id: String
    var shortDescription: Text
  }

  struct Driver: Encodable {
    var name = "swift-leak-testing"
    var rules: [Rule]
  }

  struct Tool: Encodable { var driver: Driver }

  struct ArtifactLocation: Encodable {
    var uri: String
    var uriBaseId = "%SRCROOT%"
  }

  struct Region: Encodable {
    var startLine: Int
    var startColumn: Int?
    var endLine: Int?
    var endColumn: Int?
  }

  struct PhysicalLocation: Encodable {
    var artifactLocation: ArtifactLocation
    var region: Region
  }

  struct Location: Encodable { var physicalLocation: PhysicalLocation }

  struct Replacement: Encodable {
    var deletedRegion: Region
    var insertedContent: Text
  }

  struct ArtifactChange: Encodable {
    var artifactLocation: ArtifactLocation
    var replacements: [Replacement]
  }

  struct Fix: Encodable {
    var description: Text
    var artifactChanges: [ArtifactChange]
  }

  struct Suppression: Encodable {
    var kind = "external"
    var justification: String
  }

  struct Result: Encodable {
    var ruleId: String
    var level: String
    var message: Text
    var locations: [Location]
    var partialFingerprints: [String: String]
    var baselineState: String
    var suppressions: [Suppression]?
    var fixes: [Fix]?
  }

  struct Run: Encodable {
    var tool: Tool
    var columnKind = "unicodeCodePoints"
    var results: [Result]
  }

  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }
}

extension SARIFLog {
  private static let rules = [
    Rule(
      id: "leaked",
      shortDescription: Text(text: "Strong references form a cycle that nothing outside can break.")
    ),
    Rule(
      id: "lost-retain",
      shortDescription: Text(text: "A retain that no reference explains keeps the object alive.")),
    Rule(id: "held", shortDescription: Text(text: "Something still refers to the object.")),
    Rule(
      id: "late",
      shortDescription: Text(text: "The object was deinitialized, but only after a while.")),
    Rule(
      id: "inconclusive",
      shortDescription: Text(text: "The object is alive, and it cannot be told why.")),
  ]

  /// What has gone is no result: who compares logs sees that it is absent.
  init(_ report: MergedReport, sources: SourceFinder) {
    runs = [
      Run(
        tool: Tool(driver: Driver(rules: Self.rules)),
        results: report.causes.compactMap { cause in
          cause.leak.map { Result(cause, $0, sources: sources) }
        })
    ]
  }
}

extension SARIFLog.Result {
  fileprivate init(_ cause: MergedReport.Cause, _ leak: Leak, sources: SourceFinder) {
    ruleId =
      switch leak.verdict {
      case .leaked(let path) where path.isLostRetain: "lost-retain"
      case .leaked: "leaked"
      case .held: "held"
      case .late, .deinitialized: "late"
      case .inconclusive: "inconclusive"
      }
    level = cause.standing.isToBeMended ? "error" : "warning"
    message = SARIFLog.Text(text: leak.report)
    // Code scanning refuses a log in which one result has no location.
    let place = sources.place(of: cause) ?? (path: "Package.swift", line: 1)
    locations = [
      SARIFLog.Location(
        physicalLocation: SARIFLog.PhysicalLocation(
          artifactLocation: SARIFLog.ArtifactLocation(uri: place.path.asURI),
          region: SARIFLog.Region(startLine: place.line)))
    ]
    partialFingerprints = ["leak/v1": cause.fingerprint]
    baselineState = [.expired, .known].contains(cause.standing) ? "unchanged" : "new"
    if cause.standing == .known {
      suppressions = [SARIFLog.Suppression(justification: cause.reason ?? "")]
    }
    fixes = leak.path.flatMap { SARIFLog.Fix($0, sources: sources) }.map { [$0] }
  }
}

extension SARIFLog.Fix {
  /// The edits for all cycles: to apply a part of them would leave the leak. `nil` where edits are not known for each, or not of files
  /// below the root.
  fileprivate init?(_ path: RetainPath, sources: SourceFinder) {
    let cuts = path.cuts
    guard cuts.allSatisfy({ !$0.edits.isEmpty }) else { return nil }
    var changes: [String: [SARIFLog.Replacement]] = [:]
    for edit in cuts.flatMap(\.edits) {
      guard let file = sources.file(at: edit.file) else { return nil }
      let column = sources.column(ofByte: edit.column, onLine: edit.line, of: file)
      changes[file, default: []].append(SARIFLog.Replacement(edit, at: column))
    }
    description = SARIFLog.Text(text: cuts.map(\.advice).joined(separator: " "))
    artifactChanges = changes.sorted { $0.key < $1.key }.map { file, replacements in
      SARIFLog.ArtifactChange(
        artifactLocation: SARIFLog.ArtifactLocation(uri: file.asURI), replacements: replacements)
    }
  }
}

extension SARIFLog.Replacement {
  fileprivate init(_ edit: SourceEdit, at column: Int) {
    let lines = edit.original.lines
    let last = lines.last?.unicodeScalars.count ?? 0
    deletedRegion = SARIFLog.Region(
      startLine: edit.line, startColumn: column, endLine: edit.line + lines.count - 1,
      endColumn: lines.count == 1 ? column + last : last + 1)
    insertedContent = SARIFLog.Text(text: edit.replacement)
  }
}

extension String {
  /// The path as a relative reference (RFC 3986).
  fileprivate var asURI: String {
    addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? self
  }
}
