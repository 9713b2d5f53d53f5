import LeakTesting
import Testing

/// How bodies are called, and what a check says that is made in the body of another one.
@Suite struct CallingTests {
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
    let told = issues {
      expectNoLeaks { [radio = Radio.fixed()] in
        expectDeallocated(within: .zero) { radio }
      }
    }
    #expect(
      told == [
        """
        Radio is held: 1 instance is kept alive, possibly by a variable of closure #1 in closure #1 in \
        CallingTests.theBodyOfACheckAroundWaits().

          ╭─ a variable of the test
          ╰→ Radio

          \(Self.advice)
        """
      ])
  }

  @Test func theBodyOfAnAsynchronousCheckAroundWaits() async {
    let line = #line + 2
    let told = await asyncIssues {
      await expectNoLeaks { [radio = Radio.fixed()] in
        await expectDeallocated(within: .zero) { radio }
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
        """
      ])
  }

  private static let advice =
    "The variable is in scope while the check waits. Make the object in the body of the check, or end the variable's "
    + "scope before it."
}
