import Foundation
import LeakTesting
import TestOrder
import Testing

@testable import LeakReporting

/// Code scanning refuses a whole log for one result that it does not understand.
@Suite(.afterOthers, .leakFree) struct SARIFLogTests {
  private struct Log: Decodable {
    struct Text: Decodable { var text: String }
    struct Rule: Decodable {
      var id: String
      var shortDescription: Text
    }
    struct Driver: Decodable { var rules: [Rule] }
    struct Tool: Decodable { var driver: Driver }
    struct File: Decodable { var uri: String }
    struct Region: Decodable { var startLine: Int }
    struct Place: Decodable {
      var artifactLocation: File
      var region: Region
    }
    struct Location: Decodable { var physicalLocation: Place }
    struct Result: Decodable {
      var ruleId: String
      var locations: [Location]
    }
    struct Run: Decodable {
      var tool: Tool
      var results: [Result]
    }
    var runs: [Run]
  }

  private static let cycle = RetainPath(
    start: "Shop.Cart",
    steps: [
      .property(RetainPath.Step.Property(owner: "Shop.Cart", path: "next", target: "Shop.Cart"))
    ], suspect: 0, advice: "Try it.", references: [])

  /// The log of what is found at no place, beside what has gone.
  private static func run(of verdicts: [Verdict]) throws -> Log.Run {
    var run = RunReport(process: 1)
    run.checkedTests = ["ShopTests/pays()"]
    run.findings = verdicts.enumerated().map { index, verdict in
      RunReport.Finding(
        test: nil, standing: .new,
        leak: Leak(typeName: "Shop.Cart\(index)", verdict: verdict, location: .unknown))
    }
    let gone = KnownLeak(
      fingerprint: "3cf25dca", type: "Shop.Cart", reference: "closure #1 captures self",
      reason: "old", since: "2026-11-23", until: nil, tests: ["ShopTests/pays()"])
    let report = MergedReport([run], known: [gone])
    #expect(report.causes.count == verdicts.count + 1)
    let text = try ReportFormat.sarif.text(of: report, sources: SourceFinder(root: "/nowhere"))
    let log = try JSONDecoder().decode(Log.self, from: Data(text.utf8))
    return try #require(log.runs.first)
  }

  @Test(
    arguments: [
      (
        .leaked(cycle), "leaked", "Strong references form a cycle that nothing outside can break."
      ),
      (
        .leaked(RetainPath(lostRetainsOf: "Shop.Cart")), "lost-retain",
        "A retain that no reference explains keeps the object alive."
      ),
      (.held(by: []), "held", "Something still refers to the object."),
      (
        .late(after: .seconds(1)), "late",
        "The object was deinitialized, but only after a while."
      ),
      (
        .inconclusive("the heap changed"), "inconclusive",
        "The object is alive, and it cannot be told why."
      ),
    ] as [(Verdict, String, String)])
  func whatAResultIs(verdict: Verdict, rule: String, text: String) throws {
    let run = try Self.run(of: [verdict])
    let result = try #require(run.results.first)
    #expect(run.results.count == 1)
    #expect(result.ruleId == rule)
    let rules = run.tool.driver.rules.filter { $0.id == rule }
    #expect(rules.map(\.shortDescription.text) == [text])
    let places = result.locations.map(\.physicalLocation)
    #expect(
      places.map { "\($0.artifactLocation.uri):\($0.region.startLine)" } == ["Package.swift:1"])
  }

  @Test func whatHasGoneIsNoResult() throws {
    #expect(try Self.run(of: []).results.isEmpty)
  }

  /// What the check of a process finds is in no test, and at no line.
  @Test func otherFormsOfWhatIsAtNoPlace() throws {
    var run = RunReport(process: 1)
    run.findings = [
      RunReport.Finding(
        test: nil, standing: .new,
        leak: Leak(typeName: "Shop.Cart", verdict: .held(by: []), location: .unknown))
    ]
    let report = MergedReport([run], known: [])
    let sources = SourceFinder(root: "/nowhere")
    let cause = try #require(report.causes.first)
    #expect(
      try ReportFormat.text.text(of: report, sources: sources) == """
        1 leak: 1 new.

        new \(cause.fingerprint)  \(cause.headline)
          in no known test

        \(cause.leak?.report ?? "")

        """)
    #expect(
      try ReportFormat.github.text(of: report, sources: sources)
        .hasPrefix("::error title=new leak \(cause.fingerprint)::\(cause.headline)"))
    let json = try ReportFormat.json.text(of: report, sources: sources)
    #expect(!json.contains("\"location\""))
    let read = try JSONDecoder().decode(
      RunReport.self, from: try JSONEncoder().encode(run))
    #expect(read == run)
  }
}
