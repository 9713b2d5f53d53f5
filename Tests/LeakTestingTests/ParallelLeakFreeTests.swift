import Dispatch
import Foundation
import LeakTesting
import SeededRandom
import TestOrder
import Testing

/// Many leak-checked tests at once, each with work that its seed chooses. `Tests/repeat-leak-free` runs them again and
/// again.
@Suite(.leakFree) struct ParallelLeakFreeTests {
  /// Work of all kinds that leaves nothing behind, though some of it goes late.
  @Test(arguments: 0..<24) func goes(number: Int) async {
    var generator = SplitMix64(seed: Self.seed &* 1000 &+ UInt64(number))
    for _ in 0..<Int.random(in: 5...40, using: &generator) {
      await Self.work(Int.random(in: 0..<8, using: &generator))
    }
  }

  /// Leaks, and is told exactly of its own.
  @Test(.slow, arguments: 0..<24) func leaks(number: Int) async {
    var generator = SplitMix64(seed: Self.seed &* 1000 &+ UInt64(number) &+ 500)
    let radios = Int.random(in: 1...3, using: &generator)
    var steps = (0..<20).map { _ in Int.random(in: 0..<8, using: &generator) }
    steps += Array(repeating: -1, count: radios)
    steps.shuffle(using: &generator)
    let told = await asyncIssues {
      await expectNoLeaks {
        for step in steps {
          if step < 0 { _ = Radio.leaking() } else { await Self.work(step) }
        }
      }
    }
    #expect(told == [.radioFound(count: radios)])
  }

  private static let seed =
    UInt64(
      ProcessInfo.processInfo.environment["LEAK_FREE_SEED"] ?? "") ?? 0

  private static func work(_ kind: Int) async {
    switch kind {
    case 0: _ = Radio.fixed()
    case 1: _ = [Panel.fixed(), Panel.fixed()]
    case 2:
      let radio = Radio.fixed()
      await Task.yield()
      radio.onFinish?()
    case 3: await Task { _ = Radio.fixed() }.value
    case 4:
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { _ = Panel.fixed() } }
      }
    case 5:
      nonisolated(unsafe) let late = Radio.fixed()
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.002) { late.onFinish?() }
    case 6:
      let queue = DispatchQueue(label: "speaker")
      let speaker = Speaker.fixed(on: queue)
      await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
      withExtendedLifetime(speaker) {}
    default:
      await MainActor.run { _ = Panel.fixed() }
    }
  }
}
