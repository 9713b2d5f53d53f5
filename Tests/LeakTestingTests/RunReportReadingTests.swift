import Foundation
import LeakTesting
import TestOrder
import Testing

@testable import LeakReporting

/// Whoever has a file that is no report reads which one it is, what is wrong with it, and what to do: no decoder's words.
@Suite(.afterOthers, .leakFree) struct RunReportReadingTests {
  private static let finding = """
    {"isWarning": false, "standing": "new", "leak": {}}
    """

  /// What is said of a folder with a file that has these bytes.
  private func error(ofFileWith bytes: Data) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reports-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try bytes.write(to: folder.appending(path: "leaks-1-torn.json"))
    do {
      _ = try RunReport.reports(in: folder.path)
      return "none"
    } catch {
      return "\(error)".replacing(folder.path, with: "leaks")
    }
  }

  @Test(arguments: [
    ("", "it is incomplete, or not JSON"),
    ("{\"schemaVersion\": 1", "it is incomplete, or not JSON"),
    ("[]", "it is of another kind than it must be"),
    ("{}", "it has no \"schemaVersion\""),
    ("{\"schemaVersion\": 1, \"checkedTests\": [], \"findings\": []}", "it has no \"process\""),
    (
      "{\"schemaVersion\": 1, \"process\": 7, \"checkedTests\": [8], \"findings\": []}",
      "checkedTests[0] is of another kind than it must be"
    ),
    (
      "{\"schemaVersion\": 1, \"process\": 7, \"checkedTests\": [], \"findings\": [\(finding)]}",
      "findings[0].leak has no \"typeName\""
    ),
    (
      """
      {"schemaVersion": 1, "process": 7, "checkedTests": [],
       "findings": [\(finding.replacing("new", with: "old"))]}
      """, "findings[0].standing cannot be what it is"
    ),
  ])
  func whatIsWrongWithAFile(text: String, fault: String) throws {
    #expect(
      try error(ofFileWith: Data(text.utf8))
        == "leaks/leaks-1-torn.json is not a report: \(fault). Remove it, and run its tests again"
    )
  }

  @Test func whatIsNoText() throws {
    #expect(
      try error(ofFileWith: Data([0xFF, 0xFE, 0x00, 0x9F]))
        == "leaks/leaks-1-torn.json is not a report: it is incomplete, or not JSON. Remove it, and run its tests again"
    )
  }

  /// Whatever else is in it.
  @Test func whatAnotherVersionHasWritten() throws {
    #expect(
      try error(ofFileWith: Data("{\"schemaVersion\": 2, \"runs\": []}".utf8))
        == "leaks/leaks-1-torn.json has schema version 2, and only 1 can be read: use the leakcases of the kit that the tests ran with"
    )
  }

  @Test func whatIsAReport() throws {
    #expect(
      try error(
        ofFileWith: Data(
          "{\"schemaVersion\": 1, \"process\": 7, \"checkedTests\": [], \"findings\": []}".utf8))
        == "none")
  }
}
