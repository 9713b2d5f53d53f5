import LeakDeciding
import LeakTesting
import Testing

@testable import LeakDetection
@testable import LeakExplaining

/// What the list says of a leak, for people: the reference, however many instances there are and whatever the test called them.
@Suite(.leakFree, .disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct KnownReferenceTests {
  private final class Player {
    var onFinish: (() -> Void)?
    func rewind() {}
    static func looping() -> Player {
      let player = Player()
      player.onFinish = { player.rewind() }
      return player
    }
  }

  private static var reference: Regex<Substring> {
    #/closure #1 in .*Player\.looping\(\).* captures player strongly/#
  }

  private static func entry(_ leak: Leak) -> KnownLeak {
    KnownLeak(leak, in: nil, since: .today)
  }

  @Test(arguments: [1, 2]) func `Instances are not counted`(count: Int) async throws {
    let leaks = await LeakDetector.detect { (0..<count).map { _ in Player.looping() } }.leaks
    #expect(leaks.map(\.count) == [count])
    let leak = try #require(leaks.first)
    let reference = Self.entry(leak).reference
    #expect(reference.wholeMatch(of: Self.reference) != nil, "\(reference)")
    #expect(leak.headline.hasSuffix(": " + reference))
  }

  @Test func `A name that reads like a verdict is none`() throws {
    let path = RetainPath(lostRetainsOf: "Shop.Player")
    func reference(_ verdict: Verdict, label: String? = nil, count: Int = 1) -> String {
      Self.entry(
        Leak(
          typeName: "Shop.Player", label: label, count: count, verdict: verdict,
          location: .unknown)
      ).reference
    }
    let retain = "a retain that no reference explains, probably never balanced by a release"
    let held = Verdict.held(by: [.place(HoldingPlace(.memory), path: HoldingPath(isSure: true))])
    for label in [nil, "what is held: all", "what leaked: all"] {
      #expect(reference(.leaked(path), label: label) == retain)
      #expect(reference(.leaked(path), label: label, count: 3) == retain)
      #expect(
        reference(held, label: label) == "1 instance is kept alive by memory of unknown use.")
    }
  }
}
