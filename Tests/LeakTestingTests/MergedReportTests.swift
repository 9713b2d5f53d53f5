import Foundation
import LeakTesting
import TestOrder
import Testing

@testable import LeakReporting

@Suite(.slow, .afterOthers, .leakFree) struct MergedReportTests {
  @Test func summary() {
    #expect(
      MergedReport.summary(
        of: [.known: 1, .new: 0, .expired: 2, .warning: 1, .gone: 3], inTests: 5)
        == "4 leaks in 5 tests: 2 expired, 1 known, 3 gone, 1 warning")
    #expect(MergedReport.summary(of: [.new: 1], inTests: 1) == "1 leak in 1 test: 1 new")
    #expect(MergedReport.summary(of: [.gone: 1], inTests: 0) == "No leaks: 1 gone")
    #expect(MergedReport.summary(of: [:], inTests: 0) == "No leaks")
  }

  @Test func whatIsFoundInNoTestThatIsKnown() {
    let leak = Leak(
      typeName: "Shop.Cart", verdict: .held(by: []), location: CodeLocation(), retained: nil)
    var run = RunReport(process: 1)
    run.findings = [RunReport.Finding(test: nil, standing: .new, leak: leak)]
    #expect(MergedReport([run], known: []).summary == "1 leak: 1 new")
  }

  /// A test does not fail by one, whatever the test ignores or the list has.
  @Test(arguments: [RunReport.Standing.new, .known, .expired])
  func aWarningNeverCounts(standing: RunReport.Standing) {
    var finding = Self.finding("Cart")
    finding.isWarning = true
    finding.standing = standing
    var run = RunReport(process: 1)
    run.findings = [finding]
    let report = MergedReport([run], known: [])
    #expect(report.summary == "1 leak in 1 test: 1 warning")
    #expect(!report.fails(on: .any))
  }

  /// What a test expects says nothing of another one that fails by the same.
  @Test(arguments: [
    (RunReport.Standing.new, nil),
    (.expired, "It was known until 2026-01-31: that day has passed."),
  ])
  func theReasonIsThatOfWhatCounts(standing: RunReport.Standing, reason: String?) {
    var known = Self.finding("Cart")
    known.standing = .known
    known.reason = "expected in this test"
    var other = Self.finding("Cart")
    other.standing = standing
    other.reason = reason
    for findings in [[known, other], [other, known]] {
      #expect(Self.report(findings).causes.map(\.remark) == [reason])
    }
    #expect(Self.report([known]).causes.map(\.remark) == ["because: expected in this test"])
  }

  /// An entry to which nobody has written a reason has none.
  @Test(arguments: [("old", "  because: old\n"), (KnownLeak.missingReason, "")])
  func whatIsGoneFromTheList(reason: String, remark: String) throws {
    var run = RunReport(process: 1)
    run.checkedTests = ["ShopTests/pays()"]
    let leak = KnownLeak(
      fingerprint: "3cf25dca", type: "Shop.Cart", reference: "closure #1 captures self",
      reason: reason, since: "2026-11-23", until: nil, tests: ["ShopTests/pays()"])
    #expect(
      MergedReport([run], known: [leak]).plainText == """
        No leaks: 1 gone.

        gone 3cf25dca  Shop.Cart: closure #1 captures self
        \(remark)  in ShopTests/pays()

        """)
  }

  /// A leak of an object of this type, which a closure of its own keeps.
  private static func finding(_ type: String, edit: SourceEdit? = nil) -> RunReport.Finding {
    let path = RetainPath(
      start: "Shop.\(type)",
      steps: [
        .property(
          RetainPath.Step.Property(owner: "Shop.\(type)", path: "onPay", target: nil)),
        .capture(
          RetainPath.Step.Capture(
            function: "closure #1 in \(type).open()", module: "Shop", target: "Shop.\(type)",
            isSelf: true, line: RetainPath.SourceLine(file: "Shop.swift", line: 3))),
      ], suspect: 1, advice: "Try [weak self].",
      remedy: Remedy(.captureWeakly, edits: edit.map { [$0] } ?? []),
      references: [RetainPath.Reference(source: "Shop.\(type)", label: "", target: "")])
    return RunReport.Finding(
      test: "ShopTests/pays()", standing: .new,
      leak: Leak(typeName: "Shop.\(type)", verdict: .leaked(path), location: CodeLocation()))
  }

  private static func report(_ findings: [RunReport.Finding]) -> MergedReport {
    var run = RunReport(process: 1)
    run.findings = findings
    return MergedReport([run], known: [])
  }

  @Test func picturesOfEachCause() throws {
    let report = Self.report([Self.finding("Cart")])
    let sources = SourceFinder(root: "/nowhere")
    let title =
      "new 2a966c74: Cart leaked: closure #1 in Cart.open() (Shop.swift:3) captures self strongly"
    #expect(
      try ReportFormat.boxes.text(of: report, sources: sources) == """
        \(title)

           ┏━━━━━━┓
        ╭─▶┃ Cart ┃
        │  ┗━━━━━━┛
        │    │ .onPay
        │    ▼
        │  ╭───────────────────────────╮
        │  │ closure #1 in Cart.open() │
        │  │ Shop.swift:3              │
        │  ╰───────────────────────────╯
        │    ╳ captures self strongly
        │    ╳ ✂ cut here
        ╰────╯

        """)
    #expect(
      try ReportFormat.mermaid.text(of: report, sources: sources) == """
        ### \(title.replacing("#1", with: "#\u{200B}1"))

        ```mermaid
        flowchart TD
          n0["Cart"]
          n1("closure #35;1 in Cart.open()<br/>Shop.swift:3")
          n0 -->|".onPay"| n1
          n1 ==>|"captures self strongly<br/>cut here"| n0
          classDef subject stroke-width:3px
          class n0 subject
          linkStyle 1 stroke:#c0182b,stroke-width:3px
        ```

        """)
    #expect(
      try ReportFormat.dot.text(of: report, sources: sources).hasPrefix(
        "// \(title)\ndigraph leak {\n"))
  }

  /// The page has the source around the reference to cut, with the edit.
  @Test func aPageHasTheEdit() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    try Data("class Cart {\n  func open() {\n    onPay = { self.pay() }\n  }\n}".utf8)
      .write(to: root.appending(path: "Shop.swift"))
    let edit = SourceEdit(
      file: root.path + "/Shop.swift", line: 3, column: 14, original: "",
      replacement: " [weak self] in")
    let page = try ReportFormat.html.text(
      of: Self.report([Self.finding("Cart", edit: edit)]), sources: SourceFinder(root: root.path))
    #expect(
      page.contains(
        """
        <p>Shop.swift</p>
        <pre>1   class Cart {
        2     func open() {
        <del>3 -     onPay = { self.pay() }</del><ins>3 +     onPay = { [weak self] in self.pay() }</ins>4     }
        5   }
        </pre>
        """))
    // Where something else stands in the file by now, neither is shown.
    var other = edit
    other.original = "onFree"
    let changed = try ReportFormat.html.text(
      of: Self.report([Self.finding("Cart", edit: other)]), sources: SourceFinder(root: root.path))
    #expect(!changed.contains("<ins>") && !changed.contains("class Cart"))
  }

  /// To Swift, a carriage return and a line feed behind it are one character.
  @Test func linesThatEndWithACarriageReturn() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    try Data("class Cart {\r\n  let pay =\r\n    1\r\n}\r\n".utf8)
      .write(to: root.appending(path: "Shop.swift"))
    let sources = SourceFinder(root: root.path)
    func report(_ original: String, _ replacement: String) -> MergedReport {
      let edit = SourceEdit(
        file: root.path + "/Shop.swift", line: 2, column: 3, original: original,
        replacement: replacement)
      var finding = Self.finding("Cart", edit: edit)
      finding.standing = .expired
      finding.reason = "one\r\ntwo"
      return Self.report([finding])
    }
    let sarif = try ReportFormat.sarif.text(
      of: report("let pay =\r\n    1", "let pay = 1"), sources: sources)
    #expect(
      sarif.contains(
        """
                              "deletedRegion" : {
                                "endColumn" : 6,
                                "endLine" : 3,
                                "startColumn" : 3,
                                "startLine" : 2
                              },
        """))
    let page = try ReportFormat.html.text(
      of: report("let pay =", "let a = 1\r\n  let pay ="), sources: sources)
    #expect(
      page.contains(
        """
        <del>2 -   let pay =</del><ins>2 +   let a = 1</ins><ins>2 +   let pay =</ins>3       1
        """))
    let commands = try ReportFormat.github.text(of: report("", "weak "), sources: sources)
    #expect(commands.split(separator: "\n").count == 1)
    #expect(commands.hasSuffix("%0Aone%0D%0Atwo%0Ain ShopTests/pays()\n"))
    let table = try ReportFormat.markdown.text(of: report("", "weak "), sources: sources)
    let rows = table.utf8.split(separator: UInt8(ascii: "\n")).map { String($0) ?? "" }
    #expect(
      rows[3]
        == "| expired | Cart leaked: closure #\u{200B}1 in Cart.open() (Shop.swift:3) captures self strongly (one  two) | 1 | 2a966c74 |"
    )
  }

  @Test func aPageOfVeryManyLeaks() throws {
    let report = Self.report((0..<1_000).map { Self.finding("Cart\($0)") })
    let page = try ReportFormat.html.text(of: report, sources: SourceFinder(root: "/nowhere"))
    #expect(page.split(separator: "<svg ").count == 1_001)
    #expect(page.split(separator: "<style>").count == 2)
  }
}
