import Dispatch
import Jukebox
import LeakTesting
import Testing

/// What `.leakFree` tells in every situation that a test can end in.
@Suite(.leakFree, .serialized) struct LeakFree {
  @Test func goes() { Player.fixed().play() }

  @Test func leaksTwo() {
    Player.leaking().play()
    Player.leaking().play()
  }

  @Test(arguments: [false, true]) func oneArgument(leaks: Bool) {
    _ = leaks ? Player.leaking() : Player.fixed()
  }

  @Test func named() {
    trackForLeaks(Player.leaking(), label: "player")
  }

  @Test func throwing() throws {
    _ = Player.leaking()
    throw Jam()
  }

  @Test func throwsWhatItMade() throws {
    throw Unplayable(player: Player.fixed())
  }

  @Test func recording() {
    _ = Player.leaking()
    Issue.record("out of tune")
  }

  @Test func cancelled() throws {
    _ = Player.leaking()
    try Test.cancel("enough")
  }

  @Test func taskCancelled() async {
    withUnsafeCurrentTask { $0?.cancel() }
    await Task.yield()
    _ = Player.leaking()
  }

  @Test(.shortTimeLimit, .leakFree) func timedOut() async throws {
    let player = Player.leaking()
    try await Task.sleep(for: .seconds(3600))
    player.play()
  }

  @Test(.shortTimeLimit, .leakFree) func timedOutAndGone() async throws {
    let player = Player.fixed()
    try await Task.sleep(for: .seconds(3600))
    player.play()
  }

  @Test(.leakFree(ignoring: [.type("Player")])) func ignored() {
    _ = Player.leaking()
    _ = Panel.leaking()
  }

  @Test func late() {
    let player = Player.fixed()
    nonisolated(unsafe) let borrowed = player
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { borrowed.play() }
  }

  @Test(.leakFree(within: .milliseconds(20))) func held() {
    let player = Player.fixed()
    nonisolated(unsafe) let borrowed = player
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) { borrowed.play() }
  }

  @Test func cached() { Repertoire.add("Summertime") }

  @Test(.leakFree(notingCaches: true)) func cachedAndNoted() { Repertoire.add("Summertime") }

  @Test func toldInside() {
    withKnownIssue { expectDeallocated { Player.leaking() } }
    withKnownIssue { expectNoLeaks { Player.leaking() } }
  }

  @Test func detached() async {
    await Task.detached { _ = Panel.leaking() }.value
  }

  @Test func detachedButReached() async {
    let player = Player.fixed()
    let panel = await Task.detached { UncheckedBox(Panel.leaking()) }.value
    player.onFinish = { [panel] in withExtendedLifetime((panel, player)) {} }
  }
}

/// With the option, what belongs to no test for certain fails the suite.
@Suite(.leakFree(failingUnattributed: true), .serialized) struct LeakFreeUnattributed {
  @Test func queue() async {
    await onQueue { _ = Panel.leaking() }
  }
}

/// Does to a test what `.timeLimit(_:)` does, whose shortest limit is a minute: records an issue, cancels the test and
/// waits for it, from outside the traits that follow.
struct ShortTimeLimit: TestTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(function) { function in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await Task.sleep(for: .milliseconds(50))
          Issue.record("the time limit was exceeded", sourceLocation: test.sourceLocation)
        }
        group.addTask { try await function() }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
  }
}

extension Trait where Self == ShortTimeLimit {
  static var shortTimeLimit: Self { ShortTimeLimit() }
}

/// Carries an object to another thread.
final class UncheckedBox<Content>: @unchecked Sendable {
  let content: Content
  init(_ content: Content) { self.content = content }
}
