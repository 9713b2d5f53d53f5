import Foundation
import LeakDeciding
import LeakTesting
import Testing

@testable import LeakDetection
@testable import LeakExplaining

/// What a leak is to a list that knows a retain which was never given back.
@Suite(.leakFree) struct LeakLedgerTests {
  private static let type = "Shop.Player"
  private static let test = "PlayerTests.plays()"
  private static let lost = RetainPath(lostRetainsOf: type)

  private static func leak(_ verdict: Verdict, of type: String = type) -> Leak {
    Leak(
      typeName: type, verdict: verdict,
      location: LeakLocation(
        fileID: "Shop/Player.swift", filePath: "/Player.swift", line: 7, column: 1))
  }

  /// What memory of unknown use holds, as far as a word there is a reference.
  private static func held(isSure: Bool) -> Verdict {
    .held(by: [.place(HoldingPlace(.memory), path: HoldingPath(isSure: isSure))])
  }

  /// What the leaks are said to be, one after the other, and the known ones that the test lacks at its end.
  private func told(
    _ leaks: [Leak], in test: String = test, ignoring ignored: [IgnoredLeak] = []
  ) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = """
      {"version": 1, "leaks": [{"fingerprint": "\(Self.leak(.leaked(Self.lost)).fingerprint)", "type": "\(Self.type)",
       "reference": "a retain", "reason": "old", "since": "2026-11-23", "tests": ["\(Self.test)"]}]}
      """
    try Data(text.utf8).write(to: file)
    let ledger = LeakLedger(KnownLeakFile(at: file.path), isRecording: false)
    var told = leaks.map { "\(ledger.standing(of: $0, ignoring: [], in: test))" }
    ledger.noteIgnored(ignored, in: Self.test)
    ledger.noteIgnored([.type(Self.type)], in: "other()")
    told += ledger.end(of: Self.test, near: "/Player.swift").map { "gone: \($0.leak.type)" }
    if ledger.mayHideLeaks(of: Self.test) { told.append("may be hidden") }
    return told
  }

  private static let known = "known(Optional(\"old\"))"
  private static let gone = "gone: \(type)"

  @Test func `Who ends without it is told so`() throws {
    #expect(try told([]) == [Self.gone])
    #expect(try told([Self.leak(.leaked(Self.lost))]) == [Self.known])
  }

  /// What a check does not report may be there.
  @Test func `Of an ignored type nobody knows`() throws {
    #expect(try told([], ignoring: [.type(Self.type)]) == ["may be hidden"])
    #expect(
      try told([Self.leak(.leaked(Self.lost))], ignoring: [.type(Self.type)]) == [Self.known])
    #expect(try told([], ignoring: [.type("Shop.Model")]) == [Self.gone])
  }

  /// A word that was left over decides whether the retain is told as lost, or as one that something only may have.
  @Test func `What only may be held is known as lost`() throws {
    #expect(try told([Self.leak(Self.held(isSure: false))]) == [Self.known])
  }

  /// Whether the known one is there as well, nobody can say.
  @Test func `Where another leak of the type is told, none is gone`() throws {
    #expect(try told([Self.leak(Self.held(isSure: true))]) == ["new"])
    #expect(try told([Self.leak(Self.held(isSure: true), of: "Shop.Model")]) == ["new", Self.gone])
  }

  @Test func `In another test it is a new one`() throws {
    #expect(try told([Self.leak(Self.held(isSure: false))], in: "other()") == ["new", Self.gone])
  }

  /// What could not be told is told again each time.
  @Test func `What is inconclusive is not recorded`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let ledger = LeakLedger(KnownLeakFile(at: file.path), isRecording: true)
    func standing(_ verdict: Verdict) -> LeakLedger.Standing {
      ledger.standing(of: Self.leak(verdict), ignoring: [], in: Self.test)
    }
    #expect(standing(.inconclusive("the heap changed")) == .new)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(standing(.leaked(Self.lost)) == .recorded(file.path))
    #expect(standing(.leaked(Self.lost)) == .known(nil))
  }

  /// Other runs do not look for it in that test.
  @Test func `What the check of a process finds is recorded without a test`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let ledger = LeakLedger(KnownLeakFile(at: file.path), isRecording: true)
    func tests(afterRecording namesTest: Bool) throws -> [[String]] {
      _ = ledger.standing(
        of: Self.leak(.leaked(Self.lost)), ignoring: [], in: Self.test, namesTest: namesTest)
      return try KnownLeakList(contentsOf: file.path).leaks.map(\.tests)
    }
    #expect(try tests(afterRecording: false) == [[]])
    // A check of the test's own does look for it.
    #expect(try tests(afterRecording: true) == [[Self.test]])
    #expect(try tests(afterRecording: false) == [[Self.test]])
  }

  /// Where a test expected the failure that told what is wrong with the list.
  @Test func `What is wrong with the list is told again when asked for`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("{".utf8).write(to: file)
    let ledger = LeakLedger(KnownLeakFile(at: file.path), isRecording: false)
    func isTold() -> Bool { ledger.takeError(near: "/Player.swift") != nil }
    #expect([isTold(), isTold()] == [true, false])
    ledger.tellErrorAgain()
    #expect([isTold(), isTold()] == [true, false])
  }
}
