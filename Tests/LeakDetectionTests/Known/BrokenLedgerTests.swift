import Foundation
import LeakDeciding
import LeakTesting
import Testing

@testable import LeakDetection
@testable import LeakExplaining

/// A list that nothing can be put on.
@Suite(.leakFree) struct BrokenLedgerTests {
  private static let leak = Leak(
    typeName: "Shop.Player", verdict: .leaked(RetainPath(lostRetainsOf: "Shop.Player")),
    location: LeakLocation(
      fileID: "Shop/Player.swift", filePath: "/Player.swift", line: 7, column: 1))

  private let file = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID())")

  /// What is told of the list after a leak was to be put on it.
  private static func told(_ ledger: LeakLedger, to write: Bool = false) -> String? {
    _ = ledger.standing(of: leak, ignoring: [], in: "test()")
    let source = "/Player.swift"
    return (write ? ledger.takeErrorToWrite(near: source) : ledger.takeError(near: source))?.message
  }

  @Test func `What is wrong is told once, however many leaks there are`() throws {
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("{".utf8).write(to: file)
    let ledger = LeakLedger(KnownLeakFile(at: file.path), isRecording: true)
    let key = "a key in quotation marks is missing"
    #expect([Self.told(ledger), Self.told(ledger), Self.told(ledger)] == [key, nil, nil])
    // Another mistake is another thing.
    try Data(#"{"version": 7}"#.utf8).write(to: file)
    #expect([Self.told(ledger), Self.told(ledger)] == ["version must be 1", nil])
  }

  @Test func `What is only written is written once`() throws {
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("{".utf8).write(to: file)
    let ledger = LeakLedger(KnownLeakFile(at: file.path), isRecording: true)
    let told = (0..<3).map { _ in Self.told(ledger, to: true) }
    #expect(told == ["a key in quotation marks is missing", nil, nil])
  }
}
