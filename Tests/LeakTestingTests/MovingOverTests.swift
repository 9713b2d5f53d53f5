import Foundation
import LeakTesting
import Testing

/// Each snippet of the article on moving over stands in the fixture that is compiled and run.
@Suite(.leakFree) struct MovingOverTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func everySnippetIsInTheFixture() throws {
    let article = try Self.text("Sources/LeakTesting/LeakTesting.docc/MovingOver.md")
    let fixture = try [
      "Tests/JukeboxMovingTests/Before", "Tests/JukeboxMovingTests/After",
      "Tests/JukeboxMovingTests/Forwarding", "Tests/JukeboxLeakFreeTests/TestCase",
      "Sources/watching/Main",
    ].map { try Self.text("Tests/Fixtures/Consumer/\($0).swift") }.joined()
    let snippets = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(snippets.count == 20)
    for snippet in snippets {
      let parts = Self.parts(of: snippet)
      let places = fixture.ranges(of: parts.beginning).map(\.upperBound)
      #expect(
        places.contains { fixture[$0...].contains("\n" + parts.end) || parts.end.isEmpty },
        "not in the fixture:\n\(snippet)")
    }
  }

  /// A snippet without the brace that closes it, and that brace: the fixture may have more in front of it.
  private static func parts(of snippet: String) -> (beginning: String, end: String) {
    var lines = snippet.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 2, lines[lines.count - 2].drop(while: { $0 == " " }) == "}" else {
      return (snippet, "")
    }
    let end = lines.remove(at: lines.count - 2)
    return (lines.joined(separator: "\n"), end + "\n")
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
