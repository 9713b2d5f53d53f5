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
      "Tests/JukeboxMovingTests/Forwarding", "Sources/watching/Main",
    ].map { try Self.text("Tests/Fixtures/Consumer/\($0).swift") }.joined()
    let snippets = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(snippets.count == 19)
    for snippet in snippets {
      #expect(fixture.contains(snippet), "not in the fixture:\n\(snippet)")
    }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
