import Foundation
import LeakTesting
import Testing

/// Each text of the article on misuse stands in an expected output of the consumer fixture.
@Suite(.leakFree) struct MisuseArticleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func everyTextIsInAnExpectedOutput() throws {
    let folder = Self.root.appending(path: "Tests/Fixtures/Consumer/Expected")
    let lines = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".txt") }.flatMap { name in
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
          .split(separator: "\n").map(String.init)
      }
    let texts = try Self.texts()
    #expect(texts.count == 46)
    for text in texts {
      let parts = text.components(separatedBy: "…").filter { !$0.isEmpty }
      #expect(lines.contains { Self.has($0, parts) }, "in no expected output: \(text)")
    }
  }

  @Test func takesTheOrderOfTheParts() {
    #expect(Self.has("one two three", ["one", "three"]))
    #expect(!Self.has("one two three", ["three", "one"]))
  }

  /// Whether `line` has all `parts`, in their order.
  private static func has(_ line: String, _ parts: [String]) -> Bool {
    var rest = line[...]
    for part in parts {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  /// What stands in the second column of the article's tables.
  private static func texts() throws -> [String] {
    let path = "Sources/LeakTesting/LeakTesting.docc/Misuse.md"
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
      .split(separator: "\n").compactMap { line in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 2, cells[1].hasPrefix("`"), cells[1].hasSuffix("`") else { return nil }
        return String(cells[1].dropFirst().dropLast())
      }
  }
}
