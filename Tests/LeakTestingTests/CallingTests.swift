import LeakTesting
import TestOrder
import Testing

/// How bodies are called, and what a check says that is made in the body of another one.
@Suite(.slow) struct CallingTests {
  /// An asynchronous check, around a body.
  struct Check: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @MainActor @Sendable (@MainActor () -> Void) async -> Void
  }

  static let checks = [
    Check(testDescription: "expectDeallocated") { body in
      await expectDeallocated {
        body()
        return Radio.fixed()
      }
    },
    Check(testDescription: "expectDeallocated, after") { body in
      await expectDeallocated {
        Radio.fixed()
      } after: { _ in
        body()
      }
    },
    Check(testDescription: "expectNoLeaks") { body in await expectNoLeaks { body() } },
    Check(testDescription: "expectNoGrowth") { body in
      await expectNoGrowth(iterations: 4, warmUp: 0) { body() }
    },
    Check(testDescription: "detect") { body in _ = await LeakDetector.detect { body() } },
  ]

  /// Nothing else runs on the actor between a check and its body.
  @Test(arguments: checks) @MainActor func bodiesAreCalledAtOnce(by check: Check) async {
    var isInterrupted = false
    var wasInterrupted: Bool?
    let task = Task { @MainActor in isInterrupted = true }
    await check.run { wasInterrupted = wasInterrupted ?? isInterrupted }
    await task.value
    #expect(wasInterrupted == false)
  }

  /// The functions of the check around are no holders, and the test's own waits.
  @Test func theBodyOfACheckAroundWaits() {
    let expected = [
      """
      Radio is held: 1 instance is kept alive, possibly by a variable of closure #1 in closure #1 in \
      CallingTests.theBodyOfACheckAroundWaits().

        ╭─ a variable of the test
        ╰→ Radio

        \(Self.advice)
        fingerprint 1acb6c98
      """
    ]
    var told: [String] = []
    // It is a guess: a word that another test's task has may tell otherwise, by chance, and hardly three times.
    for _ in 0..<3 where told != expected {
      told = issues {
        expectNoLeaks { [radio = Radio.fixed()] in
          expectDeallocated(within: .nanoseconds(1)) { radio }
        }
      }
    }
    #expect(told == expected)
  }

  @Test func theBodyOfAnAsynchronousCheckAroundWaits() async {
    let line = #line + 2
    let told = await asyncIssues {
      await expectNoLeaks { [radio = Radio.fixed()] in
        await expectDeallocated(within: .nanoseconds(1)) { radio }
      }
    }
    #expect(
      told == [
        """
        Radio is held: 1 instance is kept alive, possibly by the variable radio of closure #1 in closure #1 in \
        CallingTests.theBodyOfAnAsynchronousCheckAroundWaits(), CallingTests.swift:\(line).

          ╭─ the variable radio
          ╰→ Radio

          \(Self.advice)
          fingerprint 43414a77
        """
      ])
  }

  /// Nor are the functions of another test's check, which waits at the same time.
  @Test func theFunctionsOfOtherChecksHoldNothing() async {
    let host = Host()
    let line = #line + 1
    let other = Task { await host.check() }
    while await !host.isWaiting { await Task.yield() }
    let told = await asyncIssues {
      await expectDeallocated(within: .milliseconds(50)) { host }
    }
    #expect(
      told == [
        """
        CallingTests.Host is held: 1 instance is kept alive by an unfinished Task that waits for a leak check in \
        CallingTests.Host.check(), CallingTests.swift:\(Host.line) \
        (closure #1 in CallingTests.theFunctionsOfOtherChecksHoldNothing()).

          ╭─ an unfinished Task
          │    closure #1 in CallingTests.theFunctionsOfOtherChecksHoldNothing()   CallingTests.swift:\(line)
          │       captures host: CallingTests.Host strongly
          ╰→ CallingTests.Host

          It goes when the task has finished. cancel() the task if that ends it, or end what it waits for: a function that has not \
        returned keeps what its variables have, whatever a capture list says.
          pattern unfinished-task (swift run leakcases show concurrency/task-in-init)
          fingerprint 4c50d2ba
        """
      ])
    await host.release()
    await other.value
  }

  /// An actor on which a check waits.
  private actor Host {
    static let line = #line + 5
    private var radio: Radio?
    var isWaiting: Bool { radio != nil }

    func check() async {
      await expectDeallocated(within: .seconds(60)) {
        radio = Radio.fixed()
        return radio
      }
    }

    func release() { radio = nil }
  }

  private static let advice =
    "If so, the variable is in scope while the check waits. Make the object in the body of the check, or end the variable's "
    + "scope before it."
}
