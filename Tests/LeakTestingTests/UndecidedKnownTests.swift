import Foundation
import LeakDeciding
import LeakTesting
import Testing

@testable import LeakDetection
@testable import LeakExplaining
@testable import LeakReporting

/// A known leak of which a test cannot say that it is gone is not gone in the merged report either.
@Suite(.leakFree) struct UndecidedKnownTests {
  private static let type = "Shop.Player"
  private static let test = "PlayerTests/plays()"

  private static func leak(_ verdict: Verdict, of type: String = type) -> Leak {
    Leak(
      typeName: type, verdict: verdict,
      location: LeakLocation(
        fileID: "Shop/Player.swift", filePath: "/Player.swift", line: 7, column: 1))
  }

  private static func held(isSure: Bool) -> Verdict {
    .held(by: [.place(HoldingPlace(.memory), path: HoldingPath(isSure: isSure))])
  }

  /// What the report of a run says in which the test has told of `leaks`; one is known, a retain that was never given back.
  private static func summary(after leaks: [Leak]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "undecided-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let list = folder.appending(path: "known.json").path
    let lost = leak(.leaked(RetainPath(lostRetainsOf: type)))
    let text = """
      {"version": 1, "leaks": [{"fingerprint": "\(lost.fingerprint)", "type": "\(type)", "reference": "a retain",
       "reason": "old", "since": "2026-11-23", "tests": ["\(test)"]}]}
      """
    try Data(text.utf8).write(to: URL(filePath: list))
    let ledger = LeakLedger(KnownLeakFile(at: list), isRecording: false)
    for leak in leaks { _ = ledger.standing(of: leak, ignoring: [], in: test) }
    let file = RunReportFile(in: folder.path)
    file.noteChecked(test, unless: ledger)
    file.write()
    return try MergedReport(
      RunReport.reports(in: folder.path), known: KnownLeakList(contentsOf: list).leaks
    ).summary
  }

  @Test func `Who ends without it says that it is gone`() throws {
    #expect(try Self.summary(after: []) == "No leaks: 1 gone")
    let other = Self.leak(Self.held(isSure: true), of: "Shop.Model")
    #expect(try Self.summary(after: [other]) == "No leaks: 1 gone")
  }

  @Test func `Another leak of the type may be it`() throws {
    #expect(try Self.summary(after: [Self.leak(Self.held(isSure: true))]) == "No leaks")
  }

  @Test func `What only may be held may be the lost retain`() throws {
    #expect(try Self.summary(after: [Self.leak(Self.held(isSure: false))]) == "No leaks")
  }
}
