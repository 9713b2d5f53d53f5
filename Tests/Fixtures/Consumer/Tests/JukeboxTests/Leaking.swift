import Dispatch
import Jukebox
import LeakTesting
import Testing

/// What stays fails, with the references that keep it.
@Suite(.serialized) struct Leaking {
  @Test func synchronous() {
    expectDeallocated { Player.leaking() }
  }

  @Test func asynchronous() async {
    await expectDeallocated { Player.leaking() }
  }

  @Test func use() {
    expectDeallocated {
      Player.leaking()
    } after: { player in
      player.play()
    }
  }

  @Test func array() {
    expectDeallocated { [Player.leaking(), Player.fixed(), Player.leaking()] }
  }

  @Test func tuple() {
    expectDeallocated { (Player.leaking(), Panel.leaking()) }
  }

  @Test func tracked() {
    expectDeallocated {
      let player = trackForLeaks(Player.leaking(), label: "player")
      player.play()
    }
  }

  @Test func held() {
    let player = Player.fixed()
    expectDeallocated(within: .milliseconds(20)) { player }
    player.play()
  }

  @Test func throwing() throws {
    try expectDeallocated {
      trackForLeaks(Player.leaking())
      throw Jam()
    }
  }

  @Test func nestedInner() {
    expectDeallocated {
      expectDeallocated { Player.leaking() }
      return Player.fixed()
    }
  }

  @Test func nestedOuter() {
    expectDeallocated {
      expectDeallocated { Player.fixed() }
      return Player.leaking()
    }
  }
}

/// The four scenarios on objects that leak.
@Suite(.serialized) struct LeakingScenarios {
  @Test func closure() {
    expectDeallocated(after: .closure(\.onFinish)) { Player.leaking() }
  }

  @Test func timer() async {  // The run loop, which has the timer, goes a while after its thread.
    await expectDeallocated(
      within: .milliseconds(500), after: .timer(until: \.ticks, countsTo: 2)
    ) { Metronome.leaking() }
  }

  @Test func workItem() async {
    let queue = DispatchQueue(label: "speaker")
    await expectDeallocated(after: .workItem(on: queue)) { Speaker.leaking(on: queue) }
  }

  @Test func storedFunction() {
    expectDeallocated(after: .storedFunction(\.button.onTap)) { Panel.leaking() }
  }
}

/// Checks that check nothing, and scenarios that cannot be played, say so.
@Suite(.serialized) struct Misuse {
  @Test func nothing() {
    expectDeallocated {}
  }

  @Test func noObject() async {
    await expectDeallocated { 7 }
  }

  @Test func noClosure() {
    expectDeallocated(after: .closure(\.onFinish)) { Player() }
  }

  @Test func noFunction() {
    expectDeallocated(after: .storedFunction(\.onTap)) { Button() }
  }

  @Test func noTicks() {
    expectDeallocated(
      after: .timer(until: \.plays, countsTo: 3, within: .milliseconds(20))
    ) { Player() }
  }

  @Test func nothingToWaitFor() {
    expectDeallocated(after: .timer(until: \.plays, countsTo: 0)) { Player() }
    expectDeallocated(after: .timer(for: .zero)) { Player() }
    expectDeallocated(after: .workItem(on: .global(), within: .zero)) { Player() }
  }

  @Test func suspendedQueue() async {
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    expectDeallocatedAtOnce(queue)
    await expectDeallocated(after: .workItem(on: queue, within: .milliseconds(20))) { Player() }
    queue.resume()
  }

  private func expectDeallocatedAtOnce(_ queue: DispatchQueue) {
    expectDeallocated(after: .workItem(on: queue, within: .milliseconds(20))) { Player() }
  }

  @Test @MainActor func mainActorBlocked() {
    expectDeallocated(within: .milliseconds(20)) {
      let player = Player.fixed()
      nonisolated(unsafe) let borrowed = player
      DispatchQueue.main.async { borrowed.play() }
      return player
    }
  }

  @Test @MainActor func mainQueueBlocked() {
    expectDeallocated(after: .workItem(on: .main)) { Player.fixed() }
  }
}
