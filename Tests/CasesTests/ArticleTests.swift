import Foundation
import LeakTesting
import LeakTestingCases
import TestOrder
import Testing

@testable import LeakCatalogue

/// What the articles quote stands where they say, and what they say of a case is its verdict.
@Suite(.slow, .afterOthers, .leakFree) struct ArticleTests {
  private static let names = [
    "ReadingAReport", "DoINeedWeakSelf", "LateIsNotLeaked", "Concurrency", "KnownLeaks", "InCI",
    "Troubleshooting", "Comparison",
  ]
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let articles = "Sources/LeakTesting/LeakTesting.docc"

  /// The articles quote the reports of a debug build.
  private static let isOptimized = String.isOptimizedBuild

  @Test(.disabled(if: isOptimized, "the articles have what an unoptimised build reports"))
  func everyQuoteStandsInItsSource() throws {
    var quotes = 0
    for name in Self.names {
      let article = try Self.article(name)
      let matches = article.matches(
        of: /From (`[^\n]+):\n\n```(?:text|json)\n((?:(?!```)[^\n]*\n)+)```/)
      for match in matches {
        let source = try #require(try Self.text(quotedAs: match.1), "\(name): \(match.1)")
        // The last line may end in the middle of one of the source's.
        let quote = String(match.2).trimmed
        #expect(source.contains(quote), "\(name): \(match.1) has no\n\(quote)")
      }
      let blocks = article.matches(of: /\n```(text|json)\n/).count
      // The diagram is no quote.
      let own = name == "DoINeedWeakSelf" ? 1 : 0
      #expect(matches.count == blocks - own, "\(name) has a block that is no quote")
      quotes += matches.count
    }
    #expect(quotes > 30)
  }

  /// The text of a variant's report, `leaking` of a case, or of a file of the package.
  private static func text(quotedAs source: Substring) throws -> String? {
    if let match = source.wholeMatch(of: /`([^`]+)` of \[([^\]]+)\]\(doc:[^)]+\)/) {
      return variant(match.1, of: match.2)?.expectation.text
    }
    guard let match = source.wholeMatch(of: /`([^`]+)`/) else { return nil }
    return try String(contentsOf: root.appending(path: String(match.1)), encoding: .utf8)
  }

  private static func variant(_ name: Substring, of id: Substring) -> Variant? {
    catalogue.everything.first { $0.type.id == id }?.variants.first { $0.name == name }
  }

  @Test func everyClaimIsTheVerdict() throws {
    let verdicts = [
      "leaks": "leaked", "is held": "held", "goes late": "late", "is fine": "deinitialized",
      "crashes": "crashes",
    ]
    var claims = 0
    for name in Self.names {
      let article = try Self.article(name).replacing("\n", with: " ")
      for match in article.matches(of: /`([^`]+)` of \[([^\]]+)\]\(doc:([^)]+)\)([^.;:,|]*)/) {
        let variant = try #require(Self.variant(match.1, of: match.2), "\(name): \(match.0)")
        #expect(Book.name(ofCase: String(match.2)) == match.3, "\(name): \(match.0)")
        let claim = match.4.trimmingCharacters(in: .whitespaces)
        // Of a quote nothing is claimed.
        if claim.isEmpty { continue }
        #expect(verdicts[claim] == variant.expectation.kind, "\(name): \(match.0)")
        claims += 1
      }
    }
    #expect(claims > 80)
  }

  /// Each answer of the diagram has a row of its own, with the cases that show it.
  @Test func everyAnswerOfTheDiagramIsShown() throws {
    let article = try Self.article("DoINeedWeakSelf")
    let leaves = article.matches(of: /▶ (\d)\n/).map { $0.1 }
    #expect(leaves == ["1", "2", "3", "4", "5", "6", "7", "8", "9"])
    let rows = article.matches(of: /\n\| (\d) \| ([^|]+) \| ([^|\n]+) \|/)
    #expect(rows.map(\.1) == leaves)
    let tree = DecisionTree.weakSelf
    #expect(article.contains("```text\n\(tree.text)```\n"), "\(tree.text)")
    #expect(
      rows.map { $0.2.replacing("**", with: "").trimmingCharacters(in: .whitespaces) }
        == tree.conclusions.map(\.text))
    #expect(
      rows.map { $0.2.contains("**") || $0.2.hasPrefix("yes") }
        == tree.conclusions.map(\.isNeeded))
    for row in rows {
      let claims = row.3.matches(of: /\) (leaks|is held|goes late|is fine)/).map { String($0.1) }
      #expect(!claims.isEmpty, "\(row.0)")
      let isNeeded = row.2.contains("yes")
      let needed = ["leaks", "is held"]
      #expect(claims.allSatisfy { needed.contains($0) == isNeeded }, "\(row.0)")
    }
  }

  /// What the tables say that a step or a holder is called is in some report.
  @Test(
    .disabled(if: isOptimized, "the articles have what an unoptimised build reports"),
    arguments: ["ReadingAReport", "Concurrency"])
  func everyNameInATableIsInAReport(name: String) throws {
    var texts = catalogue.everything.flatMap { $0.variants.map(\.expectation.text) }
    texts.append(try Self.text("Tests/HoldingTests/Holdings.txt"))
    texts.append(try Self.text("Tests/Fixtures/Consumer/Expected/OwnVariables.txt"))
    let reports = texts.joined(separator: "\n")
    var rows = 0
    for line in try Self.article(name).split(separator: "\n") {
      guard let row = line.wholeMatch(of: /\| [^|]+ \| `([^`]+)` \|/) else { continue }
      #expect(reports.contains(row.1), "\(line)")
      rows += 1
    }
    #expect(rows > 7)
  }

  @Test func everySnippetIsOfTheReadme() throws {
    let readme = try Self.text("README.md")
    for name in Self.names {
      for match in try Self.article(name).matches(of: /\n```swift\n((?:(?!```)[^\n]*\n)+)```/) {
        #expect(readme.contains(String(match.1).trimmed), "\(name): \(match.1)")
      }
    }
  }

  /// Variables of the environment, and options and forms of `leakcases`.
  @Test func everyNameOfAnOptionIsKnown() throws {
    let sources = Self.root.appending(path: "Sources")
    let code = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") }
      .map { try String(contentsOf: sources.appending(path: $0), encoding: .utf8) }.joined()
    for name in Self.names {
      let article = try Self.article(name)
      for match in article.matches(of: /LEAK_TESTING[A-Z0-9_]*/) {
        #expect(code.contains("\"\(match.0)\""), "\(name): \(match.0)")
      }
    }
    let usage = try Self.text("Sources/LeakReporting/ReportCommand.swift")
    let formats = try Self.article("InCI").matches(of: #/\n\| `(\w+)` \| /#).map { $0.1 }
      .filter { !$0.hasPrefix("LEAK") }
    #expect(
      formats.sorted() == [
        "boxes", "dot", "github", "html", "json", "junit", "markdown", "mermaid", "sarif", "text",
      ])
    #expect(usage.contains("text (the default), json, sarif, github, junit, markdown or html"))
  }

  @Test func everyLinkLeadsToAPage() throws {
    let folder = Self.root.appending(path: Self.articles)
    let articles = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }
    let pages =
      [Book.index, "Tutorials", "FirstLeak"]
      + catalogue.everything.map { Book.name(ofCase: $0.type.id) }
    for name in articles {
      for match in try Self.article(name).matches(of: /[<(]doc:([^>)]+)[>)]/) {
        #expect((articles + pages).contains(String(match.1)), "\(name): \(match.0)")
      }
    }
    // The first page leads to all others.
    let first = try Self.article("LeakTesting").matches(of: /\n- <doc:([^>)]+)>(?=\n)/)
      .map { String($0.1) }
    #expect(
      Set(first) == Set(articles).subtracting(["LeakTesting"]).union([Book.index, "Tutorials"]))
  }

  private static func article(_ name: String) throws -> String {
    try text("\(articles)/\(name).md")
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
