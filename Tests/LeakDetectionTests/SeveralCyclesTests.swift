import Foundation
import LeakTesting
import Testing

/// Whether the tests are built with optimisation.
let isOptimized: Bool = {
  #if DEBUG
    false
  #else
    true
  #endif
}()

/// Reports of several cycles, as the article on the architecture shows them.
@Suite(.leakFree) struct SeveralCyclesTests {
  @Test(.disabled(if: isOptimized, "the article has what an unoptimised build tells"))
  func articleHasTheReports() async throws {
    var reports: [String] = []
    for scene in SeveralCycles.scenes {
      let report = await LeakDetector.detect(within: .milliseconds(50)) { scene() }
      reports += report.leaks.map(\.description)
    }
    #expect(reports.count == SeveralCycles.scenes.count)
    let text = reports.map { "```text\n\($0)\n```\n" }.joined(separator: "\n")
    let article = try Self.article()
    #expect(article.contains(text), "the article should have these reports:\n\(text)")
  }

  private final class Node {
    var children: [Node] = []
    var onTap: (() -> Void)?
    var taps = 0
  }

  /// Optimised code does not name what a closure captures, so that the advice on both has the same words.
  @Test func twoCapturesOfOneClosureAreTwoChanges() async throws {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let (root, middle, leaf) = (Node(), Node(), Node())
      root.children = [middle]
      middle.children = [leaf]
      leaf.onTap = { root.taps += middle.taps }
    }
    let need = report.description.split(separator: "\n").filter { $0.contains("each cycle alone") }
    #expect(
      need == [
        "  Both changes are needed: each cycle alone keeps objects alive, unless a deinit breaks it."
      ])
  }

  private static func article() throws -> String {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = package.appending(path: "Sources/LeakTesting/LeakTesting.docc/Explaining.md")
    return try String(contentsOf: file, encoding: .utf8)
  }
}
