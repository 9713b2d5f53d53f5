import Dispatch
import Jukebox
import LeakTesting
import Testing

/// What goes is silent, in every context that a test can stand in.
@Suite struct Passing {
  @Test func synchronous() {
    expectDeallocated { Player.fixed() }
  }

  @Test func asynchronous() async {
    await expectDeallocated { Player.fixed() }
    await expectDeallocated {
      await Task.yield()
      return Player.fixed()
    }
  }

  @Test @MainActor func mainActor() {
    expectDeallocated { Screen() }
  }

  @Test @MainActor func mainActorAsynchronous() async {
    await expectDeallocated { Screen() }
    await expectDeallocated {
      Screen()
    } after: { screen in
      screen.show()
      await Task.yield()
    }
  }

  @Test func actor() async {
    await Studio().check()
    await expectDeallocated { Studio() }
  }

  @Test func optional() {
    expectDeallocated { Optional(Player.fixed()) }
  }

  @Test func array() {
    expectDeallocated { [Player.fixed(), Player.fixed()] }
  }

  @Test func tuple() {
    expectDeallocated { (Player.fixed(), 7, Panel.fixed()) }
  }

  @Test func existingObject() {
    var players = [Player.fixed()]
    expectDeallocated { players.removeLast() }
  }

  @Test func tracked() {
    expectDeallocated {
      let player = trackForLeaks(Player.fixed())
      player.play()
    }
  }

  @Test func throwing() {
    #expect(throws: Jam.self) {
      try expectDeallocated {
        trackForLeaks(Player.fixed())
        throw Jam()
      }
    }
  }

  @Test func throwingAsynchronous() async {
    await #expect(throws: Jam.self) {
      try await expectDeallocated { () async throws -> Player in throw Jam() }
    }
  }

  @Test func use() {
    expectDeallocated {
      Player.fixed()
    } after: { player in
      player.play()
    }
  }

  @Test func late() async {
    await expectDeallocated {
      let player = Player.fixed()
      nonisolated(unsafe) let borrowed = player
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { borrowed.play() }
      return player
    }
  }

  @Test func knownIssue() {
    withKnownIssue {
      expectDeallocated { Player.leaking() }
    }
  }

  @Test func knownIssueAsynchronous() async {
    await withKnownIssue {
      await expectDeallocated { Player.leaking() }
    }
  }

  @Test func nested() {
    expectDeallocated {
      let outer = trackForLeaks(Player.fixed())
      expectDeallocated { trackForLeaks(Player.fixed()) }
      return outer
    }
  }

  @Test(arguments: 0..<20) func parallel(number: Int) async {
    if number.isMultiple(of: 2) {
      await expectDeallocated { Player.fixed() }
    } else {
      await withKnownIssue {
        await expectDeallocated { Player.leaking() }
      }
    }
  }
}

/// The four scenarios on objects that are as they should be.
@Suite struct PassingScenarios {
  @Test func closure() {
    expectDeallocated(after: .closure(\.onFinish)) { Player.fixed() }
  }

  @Test func closureAsynchronous() async {
    await expectDeallocated(after: .closure(\.onFinish)) { Player.fixed() }
  }

  @Test @MainActor func closureOnMainActor() async {
    await expectDeallocated(after: .closure(\.onHide)) { Screen() }
  }

  @Test func timer() {
    expectDeallocated(after: .timer(until: \.ticks, countsTo: 2)) { Metronome.fixed() }
  }

  @Test func timerAsynchronous() async {
    await expectDeallocated(after: .timer(for: .milliseconds(20))) { Metronome.fixed() }
  }

  @Test func workItem() {
    let queue = DispatchQueue(label: "speaker")
    expectDeallocated(after: .workItem(on: queue)) { Speaker.fixed(on: queue) }
  }

  @Test func workItemAsynchronous() async {
    let queue = DispatchQueue(label: "speaker", attributes: .concurrent)
    await expectDeallocated(after: .workItem(on: queue)) { Speaker.fixed(on: queue) }
    await expectDeallocated(after: .workItem(on: .main)) { Speaker.fixed(on: .main) }
  }

  @Test func storedFunction() {
    expectDeallocated(after: .storedFunction(\.button.onTap)) { Panel.fixed() }
  }

  @Test func storedFunctionAsynchronous() async {
    await expectDeallocated(after: .storedFunction(\.button.onTap)) { Panel.fixed() }
  }
}

struct Jam: Error {}

@MainActor final class Screen {
  var onHide: () -> Void = {}
  func show() {}
}

actor Studio {
  private var takes = 0

  func check() async {
    expectDeallocatedHere()
    await expectDeallocated {
      takes += 1
      return Player.fixed()
    }
  }

  private func expectDeallocatedHere() {
    expectDeallocated {
      takes += 1
      return Player.fixed()
    }
  }
}
