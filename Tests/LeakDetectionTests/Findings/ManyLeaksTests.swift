import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// Many leaks at once: those of one structure are told once, and others are not mixed up with them.
@Suite(.slow, .leakFree) struct ManyLeaksTests {
  final class Player {
    var onFinish: (() -> Void)?
    var other: Player?
    var rounds = 0

    func play() { onFinish = { self.rounds += 1 } }
    func replay() { onFinish = { self.rounds += 2 } }
    func loop() { other = self }
  }

  final class Shelf {
    var own: Shelf?
    let books = (0..<20).map { _ in Book() }
    init() { own = self }
  }

  final class Book {}

  /// What is said of `report`, with counts and the reference to change.
  private static func told(_ report: LeakReport) -> [String] {
    report.leaks.map { leak in
      let suspect = leak.suspect.map { $0.capture?.function ?? $0.property?.path ?? "" } ?? "-"
      return "\(leak.count) \(leak.typeName.split(separator: ".").last ?? ""): \(suspect)"
    }
  }

  private static let expected = [
    "300 Player: closure #1 in ManyLeaksTests.Player.play()",
    "200 Player: closure #1 in ManyLeaksTests.Player.replay()", "100 Player: other",
  ]

  private static func make(_ number: Int) -> Player {
    let player = Player()
    switch number % 6 {
    case 0, 2, 4: player.play()
    case 1, 3: player.replay()
    default: player.loop()
    }
    return player
  }

  @Test func unnamed() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      for number in 0..<600 { _ = Self.make(number) }
    }
    #expect(Self.told(report) == Self.expected)
  }

  @Test func named() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      for number in 0..<600 { trackForLeaks(Self.make(number)) }
    }
    #expect(Self.told(report) == Self.expected)
  }

  /// They are told together, with the way of the first from the cycle.
  @Test func offTheCycle() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      for book in Shelf().books { trackForLeaks(book) }
    }
    let ways = report.leaks.compactMap { $0.path?.approach?.steps.map(\.property?.path) }
    #expect(ways == [["books[0]"]])
    #expect(report.leaks.map { $0.path?.steps.map(\.property?.path) } == [["own"]])
    #expect(report.leaks.map(\.count) == [20])
  }

  /// Held objects of a collection are one finding, whatever their positions.
  @Test(.slow) func held() async {
    var kept: [Player] = []
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      for _ in 0..<100 { kept.append(Player()) }
    }
    #expect(report.leaks.map(\.count) == [100])
    #expect(report.leaks.allSatisfy { if case .held = $0.verdict { true } else { false } })
    withExtendedLifetime(kept) {}
  }
}
