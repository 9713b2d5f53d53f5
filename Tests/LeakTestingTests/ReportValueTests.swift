import LeakTesting
import TestOrder
import Testing

/// What a program reads of a report, beside its text: the module is imported as everybody imports it.
@Suite(.slow) struct ReportValueTests {
  @Test func aLeakSaysWhichReferenceToChange() throws {
    let report = LeakDetector.detectBlocking { _ = trackForLeaks(Player.playing(), label: "music") }
    let leak = try #require(report.leaks.first)
    let path = try #require(leak.path)
    #expect(
      path.steps.map(\.description) == [
        ".onFinish", "closure #1 in Player.play() captures Player \"music\" (self) strongly",
      ])
    #expect(path.steps.map(\.isProbable) == [false, false])
    #expect(leak.suspect == path.steps[path.suspect])
    #expect(leak.suspect?.line?.description == "Player.swift:5")
    #expect(path.further == [])
  }

  @Test func aHolderHasANameAndALine() throws {
    let report = LeakDetector.detectBlocking { Self.last = trackForLeaks(Player()) }
    Self.last = nil
    guard case .held(let holders)? = report.leaks.first?.verdict else {
      Issue.record("\(report)")
      return
    }
    let name = "static ReportValueTests.last"
    #expect(holders.map(\.description) == [name])
    #expect(holders.map(\.name) == [name])
    #expect(holders.map(\.line) == [nil])
    #expect(holders.map(\.isProbable) == [false])
    #expect(holders.map(\.cycleAfterwards) == [nil])
  }

  nonisolated(unsafe) private static var last: Player?
}
