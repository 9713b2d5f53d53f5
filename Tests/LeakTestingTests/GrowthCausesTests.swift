import Foundation
import LeakTesting
import TestOrder
import Testing

/// Instances of one type that grow have several causes.
@Suite(.slow) struct GrowthCausesTests {
  private final class Deck {
    var onPlay: (() -> Void)?
    var onStop: (() -> Void)?
    func loop() { onPlay = { self.onPlay = nil } }
    func hold() { onStop = { self.onStop = nil } }
  }

  /// Which references the growth of decks is laid to.
  private func told(ignoring ignored: [IgnoredLeak]) async -> [String] {
    await asyncIssues {
      await expectNoGrowth(ignoring: ignored) {
        Deck().loop()
        Deck().hold()
      }
    }.compactMap { told in
      told.hasPrefix("GrowthCausesTests.Deck grew from 4 to 18 live instances over 7 iterations.")
        ? told.firstMatch(of: /closure #1 in [^ ]*/).map { String($0.output) } : told
    }
  }

  @Test func theFirstIsTold() async {
    #expect(await told(ignoring: []) == ["closure #1 in GrowthCausesTests.Deck.loop()"])
  }

  /// What is ignored or known hides no other cause.
  @Test func oneThatIsIgnoredHidesNoOther() async {
    let loop = IgnoredLeak.edge(
      from: "GrowthCausesTests.Deck.onPlay", to: "GrowthCausesTests.Deck")
    let hold = IgnoredLeak.edge(
      from: "GrowthCausesTests.Deck.onStop", to: "GrowthCausesTests.Deck")
    #expect(await told(ignoring: [loop]) == ["closure #1 in GrowthCausesTests.Deck.hold()"])
    #expect(await told(ignoring: [hold]) == ["closure #1 in GrowthCausesTests.Deck.loop()"])
    #expect(await told(ignoring: [loop, hold]) == [])
  }

  private static nonisolated(unsafe) var first: Deck?
  private static nonisolated(unsafe) var last: Deck?

  /// What a variable keeps one instance of has not grown, whatever makes the others climb.
  @Test func aVariableWithOneInstanceIsNoCause() async {
    defer {
      Self.first = nil
      Self.last = nil
    }
    func told(ignoring ignored: [IgnoredLeak]) async -> [String] {
      await asyncIssues {
        await expectNoGrowth(ignoring: ignored) {
          if Self.first == nil { Self.first = Deck() }
          Deck().loop()
          Self.last = Deck()
        }
      }
    }
    let loop = IgnoredLeak.edge(
      from: "GrowthCausesTests.Deck.onPlay", to: "GrowthCausesTests.Deck")
    #expect(await told(ignoring: [loop]) == [])
    // Something that is ignored makes all causes be asked for.
    let all = await told(ignoring: [.type("GrowthCausesTests.NoSuchType")])
    #expect(
      all.map { $0.firstMatch(of: /closure #1 in [^ ]*/).map { String($0.output) } } == [
        "closure #1 in GrowthCausesTests.Deck.loop()"
      ])
  }

  #if os(Linux)
    /// Nor does what a library leaks.
    @Test func oneOfALibraryHidesNoOther() async {
      let told = await asyncIssues {
        await expectNoGrowth {
          let cache = NSCache<NSString, Deck>()
          for key: NSString in ["a", "b"] { cache.setObject(Deck(), forKey: key) }
          Deck().hold()
        }
      }
      #expect(
        told.compactMap { $0.firstMatch(of: /closure #1 in [^ ]*/).map { String($0.output) } } == [
          "closure #1 in GrowthCausesTests.Deck.hold()"
        ])
      #expect(told.count == 1)
    }
  #endif
}
