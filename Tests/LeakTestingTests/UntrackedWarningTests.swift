#if compiler(>=6.3)
  import LeakTesting
  import Testing

  /// A call that checks nothing is seen where Swift Testing shows its warnings.
  struct UntrackedWarningTests {
    @Test func isAWarningOfTheTest() {
      let log = Log<String>()
      let line = #line + 2
      withKnownIssue(isIntermittent: true) {
        for _ in 0..<2 { trackForLeaks(Radio.fixed()) }
      } matching: { issue in
        let line = issue.sourceLocation?.line ?? 0
        log.append("\(line): \(issue.severity): \(issue.comments.map(\.rawValue).joined())")
        return true
      }
      #expect(
        log.elements == [
          """
          \(line): warning: trackForLeaks(_:) was called outside any leak check: nothing is checked.
          """
        ])
    }
  }
#endif
