import Dispatch
import Foundation
import LeakTesting
import TestOrder
import Testing

@testable import LeakDetection

@Suite(.slow, .leakFree) struct ScenarioTests {
  @Test func closure() async {
    #expect(issues { expectDeallocated(after: .closure(\.onFinish)) { Radio.fixed() } } == [])
    #expect(
      issues { expectDeallocated(after: .closure(\.onFinish)) { Radio.leaking() } }
        == [.radioLeaked()])
    #expect(
      await asyncIssues { await expectDeallocated(after: .closure(\.onFinish)) { Radio.leaking() } }
        == [.radioLeaked()])
  }

  /// What the deadline's alarm keeps would be kept until then.
  @Test(.timeLimit(.minutes(5)))
  func drainedQueueIsNotKeptUntilTheDeadline() async throws {
    weak var drain: QueueDrain?
    do {
      let draining = QueueDrain(DispatchQueue(label: "drained"))
      drain = draining
      try await draining.finish(within: .seconds(3600))
    }
    while drain != nil { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func closureIsCalledBeforeTheDrop() {
    var calls = 0
    expectDeallocated(after: .closure(\.onFinish)) {
      let radio = Radio()
      radio.onFinish = { calls += 1 }
      return radio
    }
    #expect(calls == 1)
  }

  @Test func closureWithArgument() {
    var names: [String] = []
    expectDeallocated(after: .closure(\.onTap, with: "red")) {
      let button = Panel.Button()
      button.onTap = { names.append($0) }
      return button
    }
    #expect(names == ["red"])
  }

  @Test func closureThatIsNil() async {
    let text =
      "The closure scenario had nothing to call: its key path leads to nil. "
      + "Store a function there before the body returns."
    #expect(issues { expectDeallocated(after: .closure(\.onFinish)) { Radio() } } == [text])
    #expect(
      await asyncIssues { await expectDeallocated(after: .closure(\.onFinish)) { Radio() } } == [
        text
      ])
  }

  @Test func storedFunction() async {
    #expect(
      issues {
        expectDeallocated(after: .storedFunction(\.button.onTap, with: "red")) { Panel.fixed() }
      } == [])
    #expect(
      issues {
        expectDeallocated(after: .storedFunction(\.button.onTap, with: "red")) { Panel.leaking() }
      } == [.panelLeaked])
    #expect(
      await asyncIssues {
        await expectDeallocated(after: .storedFunction(\.button.onTap, with: "red")) {
          Panel.leaking()
        }
      } == [.panelLeaked])
  }

  @Test func storedFunctionIsCalledThroughTheProperty() {
    var taps: [String] = []
    expectDeallocated {
      expectDeallocated(after: .storedFunction(\.onTap, with: "red")) {
        let button = Panel.Button()
        button.onTap = { taps.append($0) }
        return button
      }
      return Panel.fixed()
    }
    #expect(taps == ["red"])
  }

  @Test(.slow, arguments: [false, true]) func workItem(isConcurrent: Bool) async {
    let queue = DispatchQueue(label: "speaker", attributes: isConcurrent ? .concurrent : [])
    #expect(
      issuesOnQueue(queue) { Speaker.fixed(on: $0) } == [])
    #expect(
      issuesOnQueue(queue) { Speaker.leaking(on: $0) } == [.speakerLeaked])
    #expect(
      await asyncIssues {
        await expectDeallocated(after: .workItem(on: queue)) { Speaker.leaking(on: queue) }
      } == [.speakerLeaked])
  }

  private func issuesOnQueue(_ queue: DispatchQueue, make: (DispatchQueue) -> Speaker) -> [String] {
    issues {
      expectDeallocated(after: .workItem(on: queue)) { make(queue) }
    }
  }

  @Test func workItemIsPerformedBeforeTheDrop() async {
    let queue = DispatchQueue(label: "speaker")
    await expectDeallocated {
      await expectDeallocated(after: .workItem(on: queue)) {
        trackForLeaks(Speaker.fixed(on: queue))
      }
      return Speaker.fixed(on: queue)
    } after: { speaker in
      queue.sync {}
      #expect(speaker.samples == 1)
    }
  }

  @Test func workItemOnMainQueue() async {
    #expect(
      await asyncIssues {
        // Beside all other tests the main queue may come late.
        await expectDeallocated(after: .workItem(on: .main, within: .seconds(600))) {
          Speaker.fixed(on: .main)
        }
      } == [])
  }

  @Test @MainActor func workItemOnBlockedMainQueue() {
    #expect(
      issues { expectDeallocated(after: .workItem(on: .main)) { Radio.fixed() } } == [
        """
        The work-item scenario cannot wait for the main queue, which cannot run while a synchronous test \
        occupies the main actor: make the test async.
        """
      ])
  }

  @Test func workItemOnSuspendedQueue() async {
    let text = """
      The work-item scenario ended at its deadline of 1 millisecond: the queue had not performed what was \
      submitted to it. It may be suspended, or blocked by other work.
      """
    let queue = DispatchQueue(label: "suspended", attributes: .initiallyInactive)
    #expect(
      issues {
        expectDeallocated(after: .workItem(on: queue, within: .milliseconds(1))) { Radio.fixed() }
      } == [text])
    #expect(
      await asyncIssues {
        await expectDeallocated(after: .workItem(on: queue, within: .milliseconds(1))) {
          Radio.fixed()
        }
      } == [text])
    queue.activate()
  }

  @Test func timer() async {
    #expect(
      issues {
        expectDeallocated(after: .timer(until: \.ticks, countsTo: 3)) { Metronome.fixed() }
      } == [])
    #expect(
      issues {
        expectDeallocated(within: .nanoseconds(1), after: .timer(until: \.ticks, countsTo: 3)) {
          Metronome.leaking()
        }
      } == [.metronomeLeaked])
    #expect(
      await asyncIssues {
        await expectDeallocated(after: .timer(for: .milliseconds(5))) { Metronome.fixed() }
      } == [])
    #expect(
      await asyncIssues {
        await expectDeallocated(within: .nanoseconds(1), after: .timer(for: .milliseconds(5))) {
          Metronome.leaking()
        }
      } == [.metronomeLeaked])
  }

  @Test @MainActor func timerFromMainActor() async {
    #expect(
      issues {
        expectDeallocated(after: .timer(until: \.ticks, countsTo: 3)) { Metronome.fixed() }
      } == [])
    #expect(
      await asyncIssues {
        await expectDeallocated(after: .timer(until: \.ticks, countsTo: 3)) { Metronome.fixed() }
      } == [])
  }

  @Test func timerWhoseBodyThrows() async {
    let told = await asyncIssues {
      try await expectDeallocated(after: .timer(for: .milliseconds(1))) {
        trackForLeaks(Radio.leaking())
        throw Jam()
      }
    }
    #expect(told == [.radioLeaked(), "threw Jam()"])
  }

  /// What fails on the timer's thread fails the test.
  @Test func timerBelongsToTheTest() async {
    let tests = Log<Test?>()
    withKnownIssue {
      let caller = ObjectIdentifier(Thread.current)
      expectDeallocated(after: .timer(for: .milliseconds(1))) {
        #expect(ObjectIdentifier(Thread.current) != caller)
        tests.append(Test.current)
        Issue.record("told")
        return Metronome.fixed()
      }
    }
    await withKnownIssue {
      await expectDeallocated(after: .timer(for: .milliseconds(1))) {
        tests.append(Test.current)
        Issue.record("told")
        return Metronome.fixed()
      }
    }
    #expect(tests.elements == [Test.current, Test.current])
  }

  /// A scenario that is over before it begins would pass whatever the timer does.
  @Test(arguments: [0, -1]) func timerThatHasNothingToWaitFor(number: Int) async {
    #expect(
      issues {
        expectDeallocated(after: .timer(until: \.ticks, countsTo: number)) { Metronome.fixed() }
      } == [
        """
        A count of \(number) is too low: the timer scenario would end before a timer fires. Let it count to 1 or more.
        """
      ])
    let time = number == 0 ? "0 seconds" : "-1 seconds"
    let run =
      "A run of \(time) is too short: no timer fires in it. Allow some time."
    #expect(
      issues {
        expectDeallocated(after: .timer(for: .seconds(number))) { Metronome.fixed() }
      } == [run])
    #expect(
      await asyncIssues {
        await expectDeallocated(after: .timer(for: .seconds(number))) { Metronome.fixed() }
      } == [run])
  }

  @Test(arguments: [("0 seconds", Duration.zero), ("-5 milliseconds", .milliseconds(-5))])
  func deadlineThatHasPassed(text: String, deadline: Duration) async {
    func none(_ scenario: String) -> String {
      """
      A deadline of \(text) is too short: the \(scenario) scenario would end before it begins. Leave within: out, or \
      allow some time.
      """
    }
    #expect(
      issues {
        expectDeallocated(after: .timer(until: \.ticks, countsTo: 3, within: deadline)) {
          Metronome.fixed()
        }
      } == [none("timer")])
    let queue = DispatchQueue(label: "speaker")
    #expect(
      issues {
        expectDeallocated(after: .workItem(on: queue, within: deadline)) { Radio.fixed() }
      } == [none("work-item")])
    #expect(
      await asyncIssues {
        await expectDeallocated(after: .workItem(on: queue, within: deadline)) { Radio.fixed() }
      } == [none("work-item")])
  }

  @Test func timerThatDoesNotCount() {
    #expect(
      issues {
        expectDeallocated(after: .timer(until: \.plays, countsTo: 3, within: .milliseconds(2))) {
          Radio.fixed()
        }
      } == [
        """
        The timer scenario ended at its deadline of 2 milliseconds: its key path had counted to 0 of 3. \
        Schedule the timer on the current run loop, or allow more time with within:.
        """
      ])
  }
}

extension String {
  fileprivate static let panelLeaked = """
    Panel leaked: Panel.tap(_:) (Fixtures.swift:\(Panel.lineOfTap)) captures self strongly
    1 instance is kept alive by a retain cycle of 3 strong references.

      ╭→ Panel
      │    .button: Panel.Button
      │    .onTap
      │    Panel.tap(_:)   Fixtures.swift:\(Panel.lineOfTap)
      │    ~~~~~~~~~~~~~ captures Panel (self) strongly
      ╰─ Panel

      Try { [weak self] in self?.tap($0) } instead of storing Panel.tap(_:) itself at \
    Fixtures.swift:\(Panel.lineOfConnect).
      pattern stored-method-reference (swift run leakcases show closures/stored-function)
      fingerprint b36b9acc
    """

  fileprivate static let speakerLeaked = """
    Speaker leaked: closure #1 in Speaker.buffer(on:) (Fixtures.swift:\(Speaker.lineOfBuffer)) captures self strongly
    1 instance is kept alive by a retain cycle of 2 strong references.

      ╭→ Speaker
      │    .buffering: DispatchWorkItem
      │    closure #1 in Speaker.buffer(on:)   Fixtures.swift:\(Speaker.lineOfBuffer)
      │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures Speaker (self) strongly
      ╰─ Speaker

      Try [weak self] in the closure at Fixtures.swift:\(Speaker.lineOfBuffer). Neither performing nor \
    cancelling a work item frees its closure.
      pattern stored-work-item (swift run leakcases show work-items/stored-work-item)
      fingerprint 7b8c817a
    """

  fileprivate static let metronomeLeaked = """
    Metronome leaked: closure #1 in Metronome.leaking() (Fixtures.swift:\(Metronome.lineOfClosure)) captures \
    metronome strongly
    1 instance is kept alive by a retain cycle of 2 strong references.

      ╭→ Metronome
      │    .onTick
      │    closure #1 in Metronome.leaking()   Fixtures.swift:\(Metronome.lineOfClosure)
      │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures metronome: Metronome strongly
      ╰─ Metronome

      Try [weak metronome] in the closure at Fixtures.swift:\(Metronome.lineOfClosure).
      pattern captured-object (swift run leakcases show capture-lists/ways-to-capture)
      fingerprint a3037171
    """
}
