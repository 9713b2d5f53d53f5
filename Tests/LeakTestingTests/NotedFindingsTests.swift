import LeakTesting
import TestOrder
import Testing

@testable import LeakExplaining
@testable import LeakReporting

/// What a check tells only where it was asked to is no leak in a report.
@Suite(.afterOthers, .leakFree) struct NotedFindingsTests {
  private static let late = Verdict.late(after: .milliseconds(100))
  private static let cached = Verdict.held(by: [
    .place(HoldingPlace(.global, name: "static Cache.shared"), path: HoldingPath())
  ])
  private static let lost = Verdict.leaked(RetainPath(lostRetainsOf: "Shop.Cart"))

  private static func report(_ findings: (Verdict, isWarning: Bool)...) -> MergedReport {
    var run = RunReport(process: 1)
    run.findings = findings.map { verdict, isWarning in
      RunReport.Finding(
        test: "ShopTests/pays()", standing: .new, isWarning: isWarning,
        leak: Leak(typeName: "Shop.Cart", verdict: verdict, location: CodeLocation()))
    }
    return MergedReport([run], known: [])
  }

  @Test func countsAsAWarningOnly() {
    #expect(Self.report((Self.late, true)).summary == "No leaks: 1 warning")
    #expect(Self.report((Self.cached, true)).summary == "No leaks: 1 warning")
    #expect(
      Self.report((Self.late, true), (Self.lost, false)).summary
        == "1 leak in 1 test: 1 new, 1 warning")
  }

  /// `failingCaches: true`.
  @Test func whatFailsATestCounts() {
    #expect(Self.report((Self.cached, false)).summary == "1 leak in 1 test: 1 new")
    #expect(Self.report((Self.lost, true)).summary == "1 leak in 1 test: 1 warning")
  }
}
