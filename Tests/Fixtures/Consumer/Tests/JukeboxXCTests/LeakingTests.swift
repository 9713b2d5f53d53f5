import Dispatch
import Jukebox
import LeakTesting
import XCTest

/// What stays fails, with the references that keep it.
final class LeakingTests: XCTestCase {
  func testTracked() {
    let player = trackForLeaks(Player.leaking(), label: "player")
    player.play()
  }

  func testTrackedAsynchronous() async {
    let player = trackForLeaks(Player.leaking())
    await Task.yield()
    player.play()
  }

  func testSynchronous() {
    XCTAssertDeallocated { Player.leaking() }
  }

  func testAsynchronous() async {
    await XCTAssertDeallocated { Player.leaking() }
  }

  func testTrackedInBody() {
    XCTAssertDeallocated {
      trackForLeaks(Player.leaking()).play()
    }
  }

  func testNothing() {
    XCTAssertDeallocated {}
  }

  func testExpect() {
    expectDeallocated { Player.leaking() }
  }

  func testDetachedTask() async {
    await Task.detached { _ = await XCTAssertDeallocated { Player.leaking() } }.value
  }

  func testQueue() {
    DispatchQueue(label: "elsewhere").sync { _ = XCTAssertDeallocated { Player.leaking() } }
  }

  func testThread() {
    let isDone = expectation(description: "done")
    Thread {
      XCTAssertDeallocated { Player.leaking() }
      isDone.fulfill()
    }.start()
    wait(for: [isDone], timeout: 60)
  }
}

/// The four scenarios on objects that leak.
final class LeakingScenarioTests: XCTestCase {
  func testClosure() {
    XCTAssertDeallocated(after: .closure(\.onFinish)) { Player.leaking() }
  }

  func testTimer() {
    XCTAssertDeallocated(within: .milliseconds(500), after: .timer(until: \.ticks, countsTo: 2)) {
      Metronome.leaking()
    }
  }

  func testWorkItem() {
    let queue = DispatchQueue(label: "speaker")
    XCTAssertDeallocated(after: .workItem(on: queue)) { Speaker.leaking(on: queue) }
  }

  func testStoredFunction() {
    XCTAssertDeallocated(after: .storedFunction(\.button.onTap)) { Panel.leaking() }
  }
}

/// The automatic checks.
final class LeakingKaraokeTests: XCTestCase {
  func testNoLeaks() {
    XCTAssertNoLeaks { Karaoke(isFixed: true).sing("Summertime") }
    XCTAssertNoLeaks { Karaoke(isFixed: false).sing("Summertime") }
  }

  func testNoLeaksAsynchronous() async {
    await XCTAssertNoLeaks { Karaoke(isFixed: true).sing("Summertime") }
    await XCTAssertNoLeaks { Karaoke(isFixed: false).sing("Summertime") }
  }

  func testNoGrowth() {
    XCTAssertNoGrowth { Karaoke(isFixed: true).sing("Summertime") }
    XCTAssertNoGrowth(iterations: 4, warmUp: 1) { Karaoke(isFixed: false).sing("Summertime") }
    XCTAssertNoGrowth(iterations: 3) { Karaoke(isFixed: true).sing("Summertime") }
  }
}

/// Tracking that comes too late.
final class LateTrackingTests: XCTestCase {
  func testNothing() {}

  override func tearDown() {
    trackForLeaks(Player.leaking())
  }
}

/// A check before any test of the class: XCTest drops a failure there.
final class OutsideTests: XCTestCase {
  override class func setUp() {
    XCTAssertDeallocated { Player.leaking() }
  }

  func testNothing() {}
}
