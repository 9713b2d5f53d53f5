import Foundation
import LeakDetection
import TestOrder
import Testing

/// What a closure keeps that the test has named is told as that object, whatever context the closure has of its own.
@Suite(.slow) struct NamedByClosureTests {
  final class Player: @unchecked Sendable {
    var count = 0

    func play(_ song: Int) { count += song }

    func playLater(_ song: Int) {
      DispatchQueue.main.asyncAfter(deadline: .now() + 600) { self.play(song) }
    }
  }

  /// Keeps `object` for a minute in a block that captures a number as well.
  @inline(never)
  private static func schedule(_ object: some AnyObject & Sendable, _ number: Int) {
    DispatchQueue.main.asyncAfter(deadline: .now() + 600) { _ = (object, number) }
  }

  @Test func `An object of a library's that the program's closure keeps`() async {
    let line = #line + 2
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      Self.schedule(trackForLeaks(OperationQueue(), label: "the queue"), 3)
    }
    #expect(report.leaks.map(\.typeName) == ["Foundation.OperationQueue"])
    #expect(report.leaks.map(\.label) == ["the queue"])
    #expect(report.leaks.map(\.location.line) == [line])
  }

  @Test func `The object is told by its name, where it was named`() async {
    let line = #line + 2
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      trackForLeaks(Player(), label: "the player").playLater(3)
    }
    #expect(
      report.textWithoutLines == """
        NamedByClosureTests.Player "the player" is held: 1 instance is kept alive by a block that asyncAfter is to run within 600 s (closure #1 in NamedByClosureTests.Player.playLater(_:)).

          ╭─ asyncAfter
          │    closure #1 in NamedByClosureTests.Player.playLater(_:)
          │       captures NamedByClosureTests.Player (self) strongly
          ╰→ NamedByClosureTests.Player

          It goes when the block has run. Allow more time, or write [weak self] in the block.
          pattern pending-async-after (swift run leakcases show work-items/unstored-blocks)
          fingerprint f6070dc2
        """)
    #expect(report.leaks.map(\.location.line) == [line])
  }

  private final class Pair: @unchecked Sendable {
    var other: Pair?
  }

  @inline(never)
  private static func schedule(_ pair: Pair, _ number: Int) {
    DispatchQueue.main.asyncAfter(deadline: .now() + 600) { _ = (pair, number) }
  }

  /// The second is what is told for both, and the first what the closure's group is about.
  @Test(arguments: [true, false]) func `Two that keep one another`(isSecond: Bool) async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let pair = (trackForLeaks(Pair()), trackForLeaks(Pair()))
      pair.0.other = pair.1
      pair.1.other = pair.0
      Self.schedule(isSecond ? pair.1 : pair.0, 3)
    }
    #expect(report.leaks.map(\.typeName) == ["LeakDetectionTests.NamedByClosureTests.Pair"])
  }

  #if !canImport(Darwin)
    /// Not inlined, so that nothing of the timer's is in a frame of the caller's.
    @inline(never)
    private static func dropTimer(of player: Player, _ song: Int) {
      Timer(timeInterval: 60, repeats: true) { _ in player.play(song) }.invalidate()
    }

    @Test func `What a timer that is done keeps fails the test that has named it`() async {
      let report = await LeakDetector.detect(within: .milliseconds(50)) {
        Self.dropTimer(of: trackForLeaks(Player()), 3)
      }
      #expect(report.leaks.map(\.libraryLeak?.name) == ["done-timer"])
      #expect(report.ofLibraries == [])
    }
  #endif
}
