import Jukebox
import LeakTesting
import Testing
import XCTest

/// What reports for machines say of leaks of every standing, with the list in `Known.json`.
@Suite(.leakFree) struct ReportedTests {
  @Test func new() { _ = Player.leaking() }
  @Test func newAgain() { _ = Player.leaking() }
  @Test func known() { Karaoke(isFixed: false).sing("Summertime") }
  @Test func expired() { _ = Speaker.leaking(on: .global()) }
  @Test func gone() { Player.fixed().play() }
}

final class ReportedXCTests: LeakFreeTestCase {
  func testNew() { _ = Player.leaking() }
}
