import Foundation
import LeakDeciding
import TestOrder
import Testing

@testable import LeakDetection

/// What is ignored of an object that a block holds and a retain cycle keeps afterwards.
@Suite(.slow) struct IgnoredHolderTests {
  private final class Player {
    var next: Player?
    func rewind() {}
  }

  private static func standing(
    ignoring ignored: [IgnoredLeak], isCyclic: Bool
  ) async throws -> LeakLedger.Standing {
    LeakLedger(KnownLeakFile(at: "/nowhere.json"), isRecording: false).standing(
      of: try await leak(isCyclic: isCyclic), ignoring: ignored, in: nil)
  }

  private static func leak(isCyclic: Bool) async throws -> Leak {
    let queue = DispatchQueue(label: "IgnoredHolderTests")
    let leaks = await LeakDetector.detect(within: .milliseconds(50)) {
      nonisolated(unsafe) let player = Player()
      if isCyclic { player.next = player }
      queue.asyncAfter(deadline: .now() + 600) { player.rewind() }
      return player
    }.leaks
    #expect(leaks.count == 1)
    return try #require(leaks.first)
  }

  private static let block = IgnoredLeak.holder("asyncAfter", because: "old")
  private static let cycle = IgnoredLeak.edge(
    from: "IgnoredHolderTests.Player.next", to: "IgnoredHolderTests.Player", because: "new")

  @Test func aHolderIsAllOfWhatItAloneHolds() async throws {
    #expect(try await Self.standing(ignoring: [Self.block], isCyclic: false) == .known("old"))
    #expect(try await Self.standing(ignoring: [Self.cycle], isCyclic: false) == .new)
  }

  @Test func theCycleAfterwardsHasAnotherFingerprint() async throws {
    let fingerprints = try await [Self.leak(isCyclic: false), Self.leak(isCyclic: true)]
      .map(\.fingerprint)
    let ignored = IgnoredLeak.fingerprint(fingerprints[0])
    #expect(try await Self.standing(ignoring: [ignored], isCyclic: false) == .known(nil))
    #expect(try await Self.standing(ignoring: [ignored], isCyclic: true) == .new)
    #expect(
      try await Self.standing(ignoring: [.fingerprint(fingerprints[1])], isCyclic: true)
        == .known(nil))
  }

  @Test func theCycleAfterwardsIsToBeNamedAsWell() async throws {
    #expect(try await Self.standing(ignoring: [Self.block], isCyclic: true) == .new)
    #expect(try await Self.standing(ignoring: [Self.cycle], isCyclic: true) == .new)
    #expect(
      try await Self.standing(ignoring: [Self.block, Self.cycle], isCyclic: true) == .known("old"))
    #expect(
      try await Self.standing(ignoring: [.type(Player.self)], isCyclic: true) == .known(nil))
  }
}
