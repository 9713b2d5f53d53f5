import Foundation
import Jukebox
import LeakTesting
import Testing
import XCTest

/// Whether these tests end before they leak.
private let isCutShort = ProcessInfo.processInfo.environment["JUKEBOX_CUT_SHORT"] == "1"

private struct OutOfSongs: Error {}

/// Known leaks of tests that do not come as far as the leak.
@Suite(.leakFree, .serialized) struct CutShortTests {
  @Test func throwsBefore() throws {
    if isCutShort { throw OutOfSongs() }
    _ = Player.leaking()
  }

  @Test func requires() throws {
    try #require(!isCutShort)
    _ = Player.leaking()
  }

  @Test func expects() {
    #expect(!isCutShort)
    if !isCutShort { _ = Player.leaking() }
  }

  @Test func isCancelled() {
    if isCutShort { withUnsafeCurrentTask { $0?.cancel() } }
    if !Task.isCancelled { _ = Player.leaking() }
  }

  @Test(.leakFree, arguments: [1, 2]) func throwsInOneCase(time: Int) throws {
    if isCutShort { if time == 1 { throw OutOfSongs() } } else { _ = Player.leaking() }
  }
}

/// Known leaks of tests that come so far, and do not show them: where they are asked for.
@Suite(.leakFree, .serialized) struct ComingSoFarTests {
  @Test(.leakFree) func hasTheTraitTwice() { if !isCutShort { _ = Player.leaking() } }

  @Test func expectsAFailure() {
    withKnownIssue(isIntermittent: true) {
      if isCutShort { Issue.record("out of songs") }
    }
    if !isCutShort { _ = Player.leaking() }
  }
}

/// What is found in a part that is expected to fail is known.
@Suite struct ExpectedTests {
  @Test func expects() {
    withKnownIssue("it is being rewritten") {
      expectDeallocated { Player.leaking() }
    }
  }
}

/// A list that cannot be read fails a test, whoever reads it first.
@Suite(.serialized) struct DetectingTests {
  @Test func detects() async {
    #expect(await LeakDetector.detect { Player.fixed().play() }.leaks.isEmpty)
    #expect(await LeakDetector.detect { Player.fixed().play() }.leaks.isEmpty)
  }

  @Test func expects() { expectDeallocated { Player.fixed() } }
}

/// Test cases without the kit's own class.
final class PlainXCTests: XCTestCase {
  func testFirst() { XCTAssertDeallocated { Player.leaking() } }
  func testSecond() { XCTAssertDeallocated { Player.leaking() } }
  func testIsClean() { XCTAssertDeallocated { Player.fixed() } }
}
