import Foundation
import LeakDeciding
import LeakTesting
import TestOrder
import Testing

@testable import LeakDetection

/// One of two cycles that is lived with.
@Suite(.slow) struct IgnoredCycleTests {
  private final class Player {
    var onFinish: (() -> Void)?
    var onTick: (() -> Void)?
    var cover: Cover?
    func rewind() {}
  }

  private final class Cover {
    let player: Player
    init(_ player: Player) { self.player = player }
  }

  private static func standing(
    ignoring ignored: [IgnoredLeak], _ make: @Sendable () -> AnyObject
  ) async throws -> LeakLedger.Standing {
    let leaks = await LeakDetector.detect { make() }.leaks
    #expect(leaks.count == 1)
    return LeakLedger(KnownLeakFile(at: "/nowhere.json"), isRecording: false).standing(
      of: try #require(leaks.first), ignoring: ignored, in: nil)
  }

  private static let finish = IgnoredLeak.edge(
    from: "IgnoredCycleTests.Player.onFinish", to: "IgnoredCycleTests.Player", because: "old")
  private static let tick = IgnoredLeak.edge(
    from: "IgnoredCycleTests.Player.onTick", to: "IgnoredCycleTests.Player", because: "new")

  @Test(.slow) func ofEdgesBothAreToBeNamed() async throws {
    @Sendable func twice() -> AnyObject {
      let player = Player()
      player.onFinish = { player.rewind() }
      player.onTick = { player.rewind() }
      return player
    }
    let once: @Sendable () -> AnyObject = {
      let player = Player()
      player.onFinish = { player.rewind() }
      return player
    }
    #expect(try await Self.standing(ignoring: [Self.finish], once) == .known("old"))
    #expect(try await Self.standing(ignoring: [Self.finish], twice) == .new)
    #expect(try await Self.standing(ignoring: [Self.tick], twice) == .new)
    #expect(try await Self.standing(ignoring: [Self.finish, Self.tick], twice) == .known("old"))
    #expect(try await Self.standing(ignoring: [.type(Player.self)], twice) == .known(nil))
    let expired = IgnoredLeak.edge(
      from: "IgnoredCycleTests.Player.onTick", to: "IgnoredCycleTests.Player", because: "new",
      until: "2026-01-31")
    #expect(
      try await Self.standing(ignoring: [Self.finish, expired], twice)
        == .expired(
          "It was known until 2026-01-31 (new): that day has passed. Mend the leak, or write a later day where it is ignored."
        ))
  }

  @Test func ofTypesEachCycleHasAnInstance() async throws {
    @Sendable func covered() -> AnyObject {
      let player = Player()
      player.cover = Cover(player)
      player.onTick = { player.rewind() }
      return player
    }
    #expect(try await Self.standing(ignoring: [.type(Cover.self)], covered) == .new)
    #expect(
      try await Self.standing(ignoring: [.type(Cover.self), Self.tick], covered) == .known("new"))
    #expect(await expectingNone(ignoring: [.type(Cover.self)], covered) == false)
    #expect(await expectingNone(ignoring: [.type(Player.self)], covered))
  }

  /// Whether a scope with these ignored tells nothing of what nobody named.
  private func expectingNone(
    ignoring ignored: [IgnoredLeak], _ make: @Sendable () -> AnyObject
  ) async -> Bool {
    let scope = LeakFreeScope(label: "ignoring", claimsUnattributed: false)
    scope.run { _ = make() }
    return await scope.settle(
      .init(within: .milliseconds(100), ignoring: ignored, at: CodeLocation())
    ).areNone
  }
}
