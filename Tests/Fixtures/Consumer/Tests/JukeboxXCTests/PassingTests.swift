import Dispatch
import Jukebox
import LeakTesting
import XCTest

/// What goes is silent.
final class PassingTests: XCTestCase {
  func testTracked() {
    let player = trackForLeaks(Player.fixed())
    player.play()
  }

  func testTrackedAsynchronous() async {
    let player = trackForLeaks(Player.fixed())
    await Task.yield()
    player.play()
  }

  func testSynchronous() {
    XCTAssertDeallocated { Player.fixed() }
    XCTAssertDeallocated { trackForLeaks(Player.fixed()).play() }
  }

  func testAsynchronous() async {
    await XCTAssertDeallocated { Player.fixed() }
  }

  @MainActor func testMainActor() {
    XCTAssertDeallocated { Player.fixed() }
  }

  @MainActor func testMainActorAsynchronous() async {
    await XCTAssertDeallocated { Player.fixed() }
  }

  func testMainQueueRuns() {
    XCTAssertDeallocated {
      let player = Player.fixed()
      nonisolated(unsafe) let borrowed = player
      DispatchQueue.main.async { borrowed.play() }
      return player
    }
  }

  func testThrowing() {
    XCTAssertThrowsError(try XCTAssertDeallocated { () throws -> Player in throw Jam() })
  }
}

/// The four scenarios on objects that are as they should be.
final class PassingScenarioTests: XCTestCase {
  func testClosure() {
    XCTAssertDeallocated(after: .closure(\.onFinish)) { Player.fixed() }
    XCTAssertDeallocated {
      Player.fixed()
    } after: { player in
      player.play()
    }
  }

  func testTimer() {
    XCTAssertDeallocated(after: .timer(until: \.ticks, countsTo: 2)) { Metronome.fixed() }
  }

  func testTimerAsynchronous() async {
    await XCTAssertDeallocated(after: .timer(for: .milliseconds(20))) { Metronome.fixed() }
  }

  func testWorkItem() {
    let queue = DispatchQueue(label: "speaker")
    XCTAssertDeallocated(after: .workItem(on: queue)) { Speaker.fixed(on: queue) }
    XCTAssertDeallocated(after: .workItem(on: .main)) { Speaker.fixed(on: .main) }
  }

  func testWorkItemAsynchronous() async {
    let queue = DispatchQueue(label: "speaker", attributes: .concurrent)
    await XCTAssertDeallocated(after: .workItem(on: queue)) { Speaker.fixed(on: queue) }
  }

  func testStoredFunction() {
    XCTAssertDeallocated(after: .storedFunction(\.button.onTap)) { Panel.fixed() }
  }
}

struct Jam: Error {}
