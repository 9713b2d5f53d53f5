import LeakTesting
import TestOrder
import Testing

/// The closure of a task that can throw, or that gives a value: the task runs it without a thunk in between.
@Suite(.disabled(if: isOptimized, "optimised, contexts have other captures"))
struct ThrowingTaskTests {
  private struct Jam: Error {}

  private final class Feed: @unchecked Sendable {
    static let lineOfThrowing = #line + 8
    let elements = AsyncStream<Int>.makeStream()
    var throwing: Task<Void, any Error>?
    var value: Task<Int, any Error>?
    var plain: Task<Void, Never>?
    private var sum = 0

    func beginThrowing() {
      throwing = Task {
        for await element in self.elements.stream {
          if element > 9 { throw Jam() }
          self.sum += element
        }
      }
    }

    static let lineOfValue = #line + 2
    func beginValue() {
      value = Task {
        for await element in self.elements.stream { self.sum += element }
        return self.sum
      }
    }

    static let lineOfPlain = #line + 2
    func beginPlain() {
      plain = Task { for await element in self.elements.stream { self.sum += element } }
    }
  }

  @Test(
    .slow,
    arguments: [
      ("throwing", "beginThrowing", Feed.lineOfThrowing), ("value", "beginValue", Feed.lineOfValue),
      ("plain", "beginPlain", Feed.lineOfPlain),
    ])
  func isNamed(property: String, method: String, line: Int) async {
    var paths: [LeakReport.RetainPath?] = []
    // Beside other tests a task may not have come to where it waits: then it holds the feed, and the feed has not leaked.
    for _ in 0..<10 where paths.isEmpty || paths.contains(nil) {
      let report = await LeakDetector.detect(within: .milliseconds(50)) {
        let feed = Feed()
        switch property {
        case "throwing": feed.beginThrowing()
        case "value": feed.beginValue()
        default: feed.beginPlain()
        }
        return feed
      }
      paths = report.leaks.map(\.path)
    }
    let function = "closure #1 in ThrowingTaskTests.Feed.\(method)()"
    #expect(
      paths.map { $0?.description } == [
        """
          ╭→ ThrowingTaskTests.Feed
          │    .\(property): Task
          │    \(function)   ThrowingTaskTests.swift:\(line)
          │    \(String(repeating: "~", count: function.count))
          │    probably captures ThrowingTaskTests.Feed (self) strongly
          ╰─ ThrowingTaskTests.Feed
        """
      ])
    #expect(
      paths.first??.advice.hasPrefix(
        "Try [weak self] in the closure at ThrowingTaskTests.swift:\(line).") == true)
  }
}
