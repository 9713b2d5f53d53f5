import Dispatch
import Jukebox
import XCTest

/// A test case as any other: it is the target that is leak-checked.
final class KaraokeTests: XCTestCase {
  private var player: Player?

  override func setUp() {
    player = Player.fixed()
  }

  func testFixed() {
    Karaoke(isFixed: true).sing("Summertime")
  }

  func testLeaking() {
    Karaoke(isFixed: false).sing("Summertime")
  }

  func testLeakingAsynchronous() async {
    await Task.yield()
    Karaoke(isFixed: false).sing("Summertime")
  }

  func testLeakingOnAQueue() {
    DispatchQueue(label: "songs").sync { Karaoke(isFixed: false).sing("Summertime") }
  }

  func testFailing() {
    Karaoke(isFixed: false).sing("Summertime")
    XCTFail("out of tune")
  }

  func testPropertyInCycle() {
    // The test case keeps the player to the end of the run, but the cycle would outlive it.
    player?.onFinish = { [player] in player?.play() }
  }

  func testClosureOverTestCase() {
    player?.onFinish = { self.player = nil }
  }

  func testCached() {
    Repertoire.add("Summertime")
  }

  func testTracked() {
    trackForLeaks(Player.fixed())
  }
}
