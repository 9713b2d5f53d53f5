import Foundation
import LeakTesting
import Testing

/// Each snippet of the article on moving over stands in the fixture that is compiled and run.
@Suite(.leakFree) struct MovingOverTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func everySnippetIsInTheFixture() throws {
    let article = try Self.text("Sources/LeakTesting/LeakTesting.docc/MovingOver.md")
    let fixture = try ["Before", "After", "Forwarding"].map {
      try Self.text("Tests/Fixtures/Consumer/Tests/JukeboxMovingTests/\($0).swift")
    }.joined()
    let snippets = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(snippets.count == 9)
    for snippet in snippets {
      #expect(fixture.contains(snippet), "not in the fixture:\n\(snippet)")
    }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
