import CLeakBase
import TestOrder
import Testing

@testable import LeakTesting

@Suite(.leakFree) struct ExpectDeallocatedTests {
  @Test func whatGoesIsSilent() {
    #expect(issues { expectDeallocated { Radio.fixed() } } == [])
  }

  @Test func whatLeaksIsTold() {
    #expect(issues { expectDeallocated { Radio.leaking() } } == [.radioLeaked()])
  }

  @Test func asynchronous() async {
    #expect(await asyncIssues { await expectDeallocated { Radio.fixed() } } == [])
    #expect(await asyncIssues { await expectDeallocated { Radio.leaking() } } == [.radioLeaked()])
  }

  @Test @MainActor func mainActor() async {
    #expect(issues { expectDeallocated { Radio.leaking() } } == [.radioLeaked()])
    #expect(await asyncIssues { await expectDeallocated { Radio.leaking() } } == [.radioLeaked()])
  }

  @Test func optionalArrayAndTuple() {
    #expect(issues { expectDeallocated { Optional(Radio.leaking()) } } == [.radioLeaked()])
    #expect(issues { expectDeallocated { (7, Radio.leaking()) } } == [.radioLeaked()])
    #expect(
      issues { expectDeallocated { [Radio.leaking(), Radio.fixed(), Radio.leaking()] } }
        == [.radioLeaked(count: 2)])
  }

  @Test func trackedInTheBody() {
    #expect(
      issues {
        expectDeallocated {
          let radio = trackForLeaks(Radio.leaking(), label: "radio")
          radio.onFinish?()
        }
      } == [.radioLeaked("Radio \"radio\"")])
  }

  @Test func trackedAndReturnedIsToldOnce() {
    #expect(
      issues { expectDeallocated { trackForLeaks(Radio.leaking()) } } == [.radioLeaked()])
  }

  @Test func nothingToCheckIsMisuse() async {
    #expect(issues { expectDeallocated {} } == [.nothingToCheck])
    #expect(issues { expectDeallocated { 7 } } == [.nothingToCheck])
    #expect(issues { expectDeallocated { Radio?.none } } == [.nothingToCheck])
    #expect(await asyncIssues { await expectDeallocated {} } == [.nothingToCheck])
  }

  @Test func bodyThatThrows() async {
    #expect(issues { try expectDeallocated { throw Jam() } } == ["threw Jam()"])
    #expect(
      issues {
        try expectDeallocated {
          trackForLeaks(Radio.leaking())
          throw Jam()
        }
      } == [.radioLeaked(), "threw Jam()"])
    #expect(
      await asyncIssues {
        try await expectDeallocated {
          trackForLeaks(Radio.leaking())
          throw Jam()
        }
      } == [.radioLeaked(), "threw Jam()"])
  }

  @Test func useThatThrows() {
    #expect(
      issues {
        try expectDeallocated {
          Radio.leaking()
        } after: { _ in
          throw Jam()
        }
      } == [.radioLeaked(), "threw Jam()"])
  }

  @Test func useComesBeforeTheCheck() async {
    #expect(
      issues {
        expectDeallocated {
          Radio.fixed()
        } after: {
          $0.loop()
        }
      } == [.radioLeaked()])
    #expect(
      await asyncIssues {
        await expectDeallocated {
          Radio.leaking()
        } after: { radio in
          await Task.yield()
          radio.onFinish = nil
        }
      } == [])
  }

  @Test func innermostScopeTracks() {
    var inner: [String] = []
    let outer = issues {
      expectDeallocated {
        inner = issues {
          expectDeallocated {
            trackForLeaks(Radio.leaking())
            return
          }
        }
        return Radio.fixed()
      }
    }
    #expect(inner == [.radioLeaked()])
    #expect(outer == [])
  }

  @Test @MainActor func lateWithinTheGraceIsWell() async {
    let keeper = Keeper(Radio.fixed())
    let told = await asyncIssues {
      // Runs when the check suspends, and not before.
      Task { keeper.radio = nil }
      await expectDeallocated(within: .seconds(60)) { keeper.radio }
    }
    #expect(told == [])
  }

  @Test @MainActor func lateIsAWarningUnlessIgnored() async {
    let told = Log<String>()
    let keeper = Keeper(Radio.fixed())
    keeper.panel = Panel.fixed()
    Task {
      // A busy machine has not looked before.
      try await Task.sleep(for: .seconds(1))
      keeper.radio = nil
      keeper.panel = nil
    }
    let options = CheckOptions(
      within: .seconds(60), ignoring: [.type("Radio")], reportLate: true)
    let request = CheckRequest(
      options: options, location: CodeLocation(), entry: crt_calling_async_function(),
      name: "expectDeallocated"
    ) {
      told.append("\($0.isWarning ? "warning" : "failure"): \($0.leak?.typeName ?? $0.text)")
    }
    _ = await DeallocationCheck(request: request).run(
      { () async in (keeper.radio, keeper.panel) }, after: { _ in })
    #expect(told.elements == ["warning: LeakTestingTests.Panel"])
  }

  @Test func heldAfterTheGraceFails() {
    let radio = Radio.fixed()
    nonisolated(unsafe) unowned let borrowed = radio
    let told = issues { expectDeallocated(within: .nanoseconds(1)) { borrowed } }
    withExtendedLifetime(radio) {}
    // What is named as the holder depends on what other tests leave in memory meanwhile.
    #expect(told.count == 1)
    #expect(told.first?.hasPrefix("Radio is held: 1 instance is kept alive") == true)
  }

  @Test @MainActor func synchronousOnMainActorIsInconclusive() async {
    let keeper = Keeper(Radio.fixed())
    let told = issues { expectDeallocated(within: .nanoseconds(1)) { keeper.radio } }
    keeper.radio = nil
    #expect(
      told == [
        """
        Radio: inconclusive, because the main queue cannot run while a synchronous test occupies the main \
        actor: make the test async.
        """
      ])
  }

  @Test func issueStandsAtTheCall() {
    let locations = Log<SourceLocation?>()
    withKnownIssue {
      expectDeallocated { Radio.leaking() }
    } matching: { issue in
      locations.append(issue.sourceLocation)
      return true
    }
    let line = #line - 5
    #expect(
      locations.elements == [
        SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 25)
      ])
  }

  @Test(.slow, arguments: 0..<50) func parallelTestsDoNotMix(number: Int) async {
    let leaks = number.isMultiple(of: 2)
    let told = await asyncIssues {
      await expectDeallocated {
        await Task.yield()
        trackForLeaks(leaks ? Radio.leaking() : Radio.fixed())
      }
    }
    #expect(told == (leaks ? [.radioLeaked()] : []))
  }
}

@MainActor final class Keeper {
  var radio: Radio?
  var panel: Panel?
  init(_ radio: Radio) { self.radio = radio }
}
