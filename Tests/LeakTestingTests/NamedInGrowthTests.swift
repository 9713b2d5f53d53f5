import LeakTesting
import Testing

/// What is named in the work that is repeated.
@Suite struct NamedInGrowthTests {
  private struct Broken: Error {}

  @Test func isCheckedBesides() async {
    let leaked = [String.radioLeaked()]
    var runs = 0
    // One that is made once is no growth.
    func radio() -> Radio {
      runs += 1
      return runs == 1 ? Radio.leaking() : Radio.fixed()
    }
    #expect(issues { expectNoGrowth { _ = trackForLeaks(radio()) } } == leaked)
    runs = 0
    #expect(await asyncIssues { await expectNoGrowth { _ = trackForLeaks(radio()) } } == leaked)
    #expect(issues { expectNoGrowth { _ = trackForLeaks(Radio.fixed()) } } == [])
  }

  @Test func isCheckedWhereAnIterationThrows() {
    let told = issues {
      try expectNoGrowth {
        trackForLeaks(Radio.leaking())
        throw Broken()
      }
    }
    #expect(told == [.radioLeaked(), "threw Broken()"])
  }
}
