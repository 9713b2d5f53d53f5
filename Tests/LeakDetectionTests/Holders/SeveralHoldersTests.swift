import Dispatch
import LeakTesting
import Synchronization
import TestOrder
import Testing

/// What several places keep is told of one of them, and that there may be others.
@Suite(.slow) struct SeveralHoldersTests {
  private final class Item: Sendable {
    let value = Atomic(0)
    func touch() { value.add(1, ordering: .relaxed) }
  }

  private final class Shelf: Sendable {
    let items = Mutex<[Item]>([])
  }

  private static let others = " Something else may keep it as well."

  /// The advice on what is left of `make`'s item when the check has let go of it.
  private static func advice(_ make: (Item) -> Void) async -> [String] {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let item = Item()
      make(item)
      return item
    }
    return report.leaks.compactMap { leak in
      leak.report.split(separator: "\n").first { $0.hasPrefix("  It goes when") }
        .map {
          String($0.drop { $0 == " " }).replacing(
            #/\[weak .*\]|a weak capture of the [^ ]+/#, with: "[weak …]")
        }
    }
  }

  private static let ofABlock =
    "It goes when the block has run. Allow more time, or write [weak …] in the block."

  private static func later(_ item: Item) {
    DispatchQueue.global().asyncAfter(deadline: .now() + 1000) { item.touch() }
  }

  @Test func aBlock() async {
    #expect(await Self.advice(Self.later) == [Self.ofABlock])
  }

  @Test func twoBlocks() async {
    let advice = await Self.advice { item in
      Self.later(item)
      Self.later(item)
    }
    #expect(advice == [Self.ofABlock + Self.others])
  }

  private static func sleeping(_ item: Item) {
    _ = Task {
      while !Task.isCancelled {
        item.touch()
        try? await Task.sleep(for: .seconds(90))
      }
    }
  }

  @Test func aBlockAndATask() async {
    let advice = await Self.advice { item in
      Self.later(item)
      Self.sleeping(item)
    }
    #expect(advice == [Self.ofABlock + Self.others])
  }

  @Test(arguments: 1...3) func tasks(_ count: Int) async {
    let advice = await Self.advice { item in
      for _ in 1...count { Self.sleeping(item) }
    }
    #expect(advice.map { $0.contains(Self.others) } == [count > 1])
  }

  @Test func aBlockAndAnArray() async {
    let shelf = Shelf()
    let advice = await Self.advice { item in
      Self.later(item)
      shelf.items.withLock { $0.append(item) }
    }
    // Which of the two is told is the search's business.
    #expect(advice.allSatisfy { $0 == Self.ofABlock + Self.others })
    withExtendedLifetime(shelf) {}
  }
}
