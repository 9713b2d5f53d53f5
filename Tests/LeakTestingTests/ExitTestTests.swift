#if compiler(>=6.3)
  import LeakTesting
  import TestOrder
  import Testing

  /// The body of an exit test is in a process of its own, where no trait applies.
  @Suite(.leakFree) struct ExitTestTests {
    @Test(.aheadOfOthers) func theTraitDoesNotApply() async {
      let told = await asyncIssues {
        await #expect(processExitsWith: .success) { _ = Radio.leaking() }
      }
      #expect(told == [])
    }

    @Test(.aheadOfOthers) func aCheckInItFailsTheTestThatWaits() async {
      let log = Log<String>()
      await withKnownIssue {
        await #expect(processExitsWith: .success) {
          await expectNoLeaks { _ = Radio.leaking() }
        }
      } matching: { issue in
        log.append("\(issue)")
        return true
      }
      #expect(log.elements.contains { $0.contains("Radio leaked: closure #1 in Radio.loop()") })
    }
  }
#endif
