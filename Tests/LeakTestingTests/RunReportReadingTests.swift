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

  private static let report =
    "{\"schemaVersion\": 1, \"process\": 7, \"checkedTests\": [], \"findings\": []}"

  @Test func whatIsAReport() throws {
    #expect(try error(ofFileWith: Data(Self.report.utf8)) == "none")
  }

  /// The processes of the reports in a folder with these files, or what is said of it.
  ///
  /// - Parameters:
  ///   - list: The name of the run's own list.
  ///   - isLink: Whether the folder that is read is a link.
  private func processes(
    in files: [String: String], besides list: String? = nil, isLink: Bool = false
  ) throws -> String {
    let root = FileManager.default.temporaryDirectory.appending(path: "reports-\(UUID())")
    let folder = root.appending(path: "leaks")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let link = root.appending(path: "link")
    if isLink { try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder) }
    let read = isLink ? link : folder
    do {
      let list = list.map { folder.appending(path: $0).path }
      return "\(try RunReport.reports(in: read.path, besides: list).map(\.process))"
    } catch {
      return "\(error)".replacing(read.path, with: "leaks")
    }
  }

  /// `LEAK_TESTING_KNOWN=leaks/leaks-known.json`.
  @Test func aListOfKnownLeaksIsNoReport() throws {
    let list = try KnownLeakList().text()
    #expect(
      try processes(in: ["leaks-1-a.json": Self.report, "leaks-known.json": list]) == "[7]")
    #expect(
      try processes(in: ["leaks-known.json": list])
        == "there is no report in leaks: run the tests with LEAK_TESTING_REPORTS=leaks")
    // What is wrong with the run's own is told of the list.
    let torn = ["leaks-1-a.json": Self.report, "leaks-known.json": "{"]
    #expect(try processes(in: torn, besides: "leaks-known.json") == "[7]")
    #expect(try processes(in: torn).hasPrefix("leaks/leaks-known.json is not a report: "))
  }

  @Test func aFolderThatIsALinkIsFollowed() throws {
    #expect(try processes(in: ["leaks-1-a.json": Self.report], isLink: true) == "[7]")
    #expect(
      try processes(in: ["leaks-1-a.json": "{"], isLink: true)
        == "leaks/leaks-1-a.json is not a report: it is incomplete, or not JSON. Remove it, and run its tests again"
    )
  }

  /// Links in the folder that is read, by their names, to what is given from its parent.
  @Test(arguments: [
    (".#notes.md", "nowhere", "[7]"), ("debug", "nowhere", "[7]"), ("up", ".", "[7]"),
    ("top", "/", "[7]"), ("other", "other", "[7, 7]"),
  ])
  func linksInTheFolder(name: String, destination: String, told: String) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "reports-\(UUID())")
    defer { try? FileManager.default.removeItem(at: root) }
    let folder = root.appending(path: "leaks")
    for folder in [folder, root.appending(path: "other")] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(Self.report.utf8).write(to: folder.appending(path: "leaks-1-a.json"))
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.appending(path: name).path,
      withDestinationPath: destination == "/"
        ? "/" : destination == "." ? root.path : root.appending(path: destination).path)
    #expect("\(try RunReport.reports(in: folder.path).map(\.process))" == told)
  }
}
