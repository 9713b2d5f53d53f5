import LeakTesting
import TestOrder
import Testing

/// Who follows the advice has mended the leak, and has lost nothing.
@Suite(.slow, .disabled(if: isOptimized, "lines and names are those of an unoptimised build"))
struct FollowedAdviceTests {
  private final class Button {
    var action: (() -> Void)?
    var taps = 0
    func tap() { taps += 1 }
  }

  private static func leak(_ make: () -> AnyObject) async -> LeakReport.Leak? {
    await LeakDetector.detect(within: .milliseconds(50)) { make() }.leaks.first
  }

  private static func advice(_ make: () -> AnyObject) async -> [String] {
    await leak(make)?.path?.cuts.map(\.advice) ?? []
  }

  /// The variable that the entry copies may be set to what one likes.
  @Test func `An entry of a capture list is a copy`() async {
    let leak = await Self.leak {
      var button: Button? = Button()
      let kept = button!
      kept.action = { [button] in button?.tap() }
      button = nil
      return kept
    }
    #expect(
      leak?.path?.advice == "Try [weak button] in the closure at FollowedAdviceTests.swift:27.")
    #expect(leak?.path?.edits.map(\.replacement) == ["weak "])
  }

  private final class Key: Hashable {
    var owner: AnyHashable?
    static func == (left: Key, right: Key) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  @Test func `An AnyHashable is no generic parameter`() async {
    let leak = await Self.leak {
      let key = Key()
      key.owner = key
      return key
    }
    #expect(
      leak?.path?.advice
        == "FollowedAdviceTests.Key.owner cannot be weak, since it is an AnyHashable. Store a closure or a small struct with a "
        + "weak var in it, or clear it when the FollowedAdviceTests.Key is no longer needed.")
    #expect(leak?.path?.edits.isEmpty == true)
  }

  private protocol Listener: AnyObject {
    func hear()
  }

  private final class Radio {
    var listener: (any Listener)?
  }

  private final class Ear: Listener {
    let home: Home
    init(_ home: Home) { self.home = home }
    func hear() { home.heard += 1 }
  }

  private final class Home {
    let radio = Radio()
    var heard = 0
    init() { radio.listener = Ear(self) }
  }

  /// A weak listener would go at once: the home made it, and has nothing else that keeps it.
  @Test func `A delegate that its owner makes and gives away stays`() async {
    #expect(
      await Self.advice { Home() } == [
        "FollowedAdviceTests.Ear.home cannot be weak as it is declared. Try an optional weak var, or unowned if the "
          + "FollowedAdviceTests.Home always outlives the FollowedAdviceTests.Ear."
      ])
  }

  private final class Panel {
    var first: (() -> Void)?
    var second: (() -> Void)?
    var hits = 0

    init() {
      let part = Part(of: self)
      first = { part.hit() }
      second = { part.hit() }
    }
  }

  private final class Part {
    let panel: Panel
    init(of panel: Panel) { self.panel = panel }
    func hit() { panel.hits += 1 }
  }

  /// Neither of the closures counts as the owner of what both keep.
  @Test func `What two closures alone keep is not captured weakly without a word`() async {
    let leak = await Self.leak { Panel() }
    let other =
      "If nothing else keeps the FollowedAdviceTests.Part, but something else keeps the FollowedAdviceTests.Panel, try an optional weak var, or unowned, on "
      + "FollowedAdviceTests.Part.panel instead."
    let cuts = leak?.path?.cuts ?? []
    #expect(cuts.count == 2)
    for cut in cuts {
      #expect(cut.advice.hasSuffix(other))
      #expect(cut.edits.isEmpty)
    }
    #expect(leak?.description.contains("Both cycles must be broken") == true)
  }

  private static func buttonWithALostRetain() -> Button {
    let button = Button()
    button.action = { button.tap() }
    _ = Unmanaged.passRetained(button)
    return button
  }

  /// The release alone would leave the cycle. A word that the stack still has of an object holds it, possibly: then another one is tried.
  @Test func `The cycle behind a retain that was lost is told`() async {
    var advice: String?
    for _ in 0..<8 where advice == nil {
      advice = await Self.leak(Self.buttonWithALostRetain)?.path?.advice
    }
    #expect(
      advice?.hasSuffix(
        " After that a retain cycle keeps the FollowedAdviceTests.Button, too: closure #1 in "
          + "FollowedAdviceTests.buttonWithALostRetain() (FollowedAdviceTests.swift:119) captures button strongly. "
          + "Try [weak button] in the closure at FollowedAdviceTests.swift:119.") == true,
      "\(advice ?? "nothing")")
  }
}
