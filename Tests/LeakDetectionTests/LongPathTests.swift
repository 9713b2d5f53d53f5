import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining

/// What is shown of a path that is long because a list is.
@Suite(.slow, .leakFree) struct LongPathTests {
  final class Node { var next: Node? }

  private static func ring(_ count: Int) async -> LeakReport {
    // Of many objects one may seem to be had by its address, and then they are waited for.
    await LeakDetector.detect(within: .milliseconds(50)) {
      let first = Node()
      var last = first
      for _ in 1..<count {
        last.next = Node()
        last = last.next!
      }
      last.next = first
    }
  }

  @Test(arguments: [(3, 0), (4, 0), (5, 1), (1000, 996)])
  func stepsThatAreAlikeAreCounted(count: Int, more: Int) async throws {
    let path = try #require(await Self.ring(count).leaks.first?.path)
    #expect(path.steps.count == count)
    let step = "  │    .next: LongPathTests.Node"
    let lines = path.description.split(separator: "\n").map(String.init)
    let steps = more == 1 ? "1 more step" : "\(more) more steps"
    let note = more == 0 ? [] : ["  │    … \(steps) like this one"]
    let place = "   LongPathTests.swift:9"
    var expected = ["  ╭→ LongPathTests.Node"]
    expected += Array(repeating: step, count: min(count - 1, 3)) + note
    expected += [step + place, "  │    ~~~~~~~~~~~~~~~~~~~~~~~~~", "  ╰─ LongPathTests.Node"]
    #expect(lines == expected)
  }

  // MARK: Ways and cycles of many kinds of steps

  private static func property(_ path: String, of owner: String) -> RetainPath.Step {
    .property(.init(owner: owner, path: path, target: owner))
  }

  @Test func theMiddleOfManyStepsIsLeftOut() {
    let steps = (0..<1000).map { Self.property("part\($0)", of: "Shop.Part") }
    let lines = steps.lines(after: "| ")
    #expect(lines.count == 100)
    #expect(lines[49] == "| .part49: Part")
    #expect(lines[50] == "| … 901 more steps")
    #expect(lines[51] == "| .part951: Part")
    #expect(lines.last == "| .part999: Part")
  }

  @Test func theStepsOfALongListAreLeftOutOfAWay() {
    let list = Array(repeating: Self.property("next", of: "Shop.Part"), count: 200_000)
    #expect(
      list.lines(after: "| ") == [
        "| .next: Part", "| .next: Part", "| .next: Part", "| … 199997 more steps like this one",
      ])
  }
}
