import Dispatch
import Jukebox
import LeakTesting
import Testing

/// What every check may be asked for, and what it returns.
@Suite(.serialized) struct Options {
  nonisolated(unsafe) private static var kept: Player?

  @Test func returnsWhatIsFound() async {
    let reports = [
      await expectDeallocated("one song") { Player.leaking() },
      await expectNoLeaks("three songs") { _ = Player.leaking() },
      await expectNoGrowth("four songs") { _ = Player.leaking() },
    ]
    for report in reports { #expect(report.leaks.map(\.typeName) == ["Jukebox.Player"]) }
  }

  @Test func returnsWhatIsFoundAtOnce() {
    #expect(expectDeallocated("a song") { Player.leaking() }.leaks.count == 1)
    #expect(expectDeallocated("a song") { Player.fixed() }.leaks.isEmpty)
  }

  @Test func failsCaches() {
    expectNoLeaks(failingCaches: true) { Self.kept = Player.fixed() }
  }

  @Test func notesCaches() {
    expectNoLeaks(notingCaches: true) { Self.kept = Player.fixed() }
  }

  @Test func failsUnattributed() {
    let report = expectNoLeaks(failingUnattributed: true) {
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        _ = Player.leaking()
        done.signal()
      }
      done.wait()
    }
    #expect(report.leaks.count == 1)
  }

  @Test func inheritsWhatIsIgnored() async {
    await expectNoLeaks(ignoring: [.type("Player")]) {
      await expectDeallocated { Player.leaking() }
      #expect(await LeakDetector.detect { Player.leaking() }.leaks.isEmpty)
    }
  }
}

/// What a suite ignores, its tests ignore, which ask for something else.
@Suite(.leakFree(ignoring: [.type("Player")])) struct InheritedOptions {
  @Test(.leakFree(within: .seconds(1))) func inheritsWhatIsIgnored() { _ = Player.leaking() }
}

/// Checks that check less than they seem to.
@Suite(.serialized) struct Pitfalls {
  @Test func noGrace() {
    for _ in 0..<2 { expectDeallocated(within: .zero) { Player.fixed() } }
  }

  @Test func checksInsideChecks() {
    for _ in 0..<2 { expectNoLeaks { expectNoLeaks { Player.fixed().play() } } }
  }

  @Test func pendingBlock() async {
    await expectDeallocated(within: .milliseconds(50)) {
      let player = Player.fixed()
      nonisolated(unsafe) let played = player
      DispatchQueue.global().asyncAfter(deadline: .now() + 600) { played.play() }
      return player
    }
  }

  @Test func unfinishedTask() async {
    await expectDeallocated(within: .milliseconds(50)) {
      let player = Player.fixed()
      nonisolated(unsafe) let played = player
      Task {
        try await Task.sleep(for: .seconds(600))
        played.play()
      }
      return player
    }
  }

  @Test func scheduledTimer() async {
    await expectDeallocated(within: .milliseconds(50)) {
      let player = Player.fixed()
      Curtain.rising(before: player)
      return player
    }
  }

  nonisolated(unsafe) private static let shared = Player.fixed()

  @Test func singleton() async {
    await expectDeallocated(within: .milliseconds(50)) { Self.shared }
  }

  @Test func keptByTheTest() {
    let player = Player.fixed()
    expectDeallocated(within: .milliseconds(50)) { player }
    player.play()
  }
}

/// A trait that says what the one around says.
@Suite(.leakFree, .serialized) struct RepeatedTrait {
  @Test(.leakFree) func first() { Player.fixed().play() }
  @Test(.leakFree) func second() { Player.fixed().play() }
}

/// What is asked for where nobody hears it.
@Suite(.serialized) struct Unheard {
  @Test(.leakFree) func option() async {
    await expectNoLeaks(failingUnattributed: true) { Player.fixed().play() }
  }

  @Test func lateCall() async {
    let (stream, end) = AsyncStream.makeStream(of: Void.self)
    var task: Task<Void, Never>?
    await expectDeallocated {
      task = Task {
        for await _ in stream {}
        trackForLeaks(Player.fixed())
      }
      return Player.fixed()
    }
    end.finish()
    await task?.value
  }
}
