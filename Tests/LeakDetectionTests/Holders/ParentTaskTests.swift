import LeakTesting
import TestOrder
import Testing

/// What is told of a variable of the task that waits for the one with the check.
@Suite(.slow) struct ParentTaskTests {
  final class Model {
    var parts: [Part] = []

    @inline(never) func makePart() { parts.append(Part()) }

    @inline(never) static func make() -> Model { Model() }
  }

  final class Part {}

  private static func headlines(of model: Model) async -> [String] {
    nonisolated(unsafe) weak let weakModel = model
    let check: @Sendable () async -> [String] = {
      let report = await LeakDetector.detect(within: .milliseconds(50)) { weakModel?.makePart() }
      return report.leaks.map(\.headline)
    }
    return await withTaskGroup(of: [String].self) { group in
      group.addTask { await check() }
      return await group.next() ?? []
    }
  }

  @Test(.disabled(if: isOptimized, "an optimised build does not name the variable"))
  func `It may keep what the check asks about`() async {
    let told = [
      "ParentTaskTests.Part is held: 1 instance is kept alive, possibly by the variable model of ParentTaskTests.headlines(of:), ParentTaskTests.swift:17."
    ]
    var headlines: [String] = []
    // A word that was left somewhere may tell otherwise, by chance, and hardly three times.
    for _ in 0..<3 where headlines != told {
      headlines = await Self.headlines(of: Model.make())
    }
    #expect(headlines == told)
  }
}
