import LeakReporting
import LeakTesting
import Testing

@Suite(.leakFree) struct MergedReportTests {
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
}
