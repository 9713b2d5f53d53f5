import LeakTesting
import Testing

/// What a test has itself while it checks: it is called what it is.
///
/// Where the test was optimised, its variables may not be found.
#if DEBUG
  enum OwnVariableTests {
    private static func line(_ told: [String]) -> [Substring] {
      told.map { $0.prefix { $0 != "\n" } }
    }

    private static let advice =
      "The variable is in scope while the check waits. Make the object in the body of the check, or end the variable's "
      + "scope before it."

    /// Variables of the test's function, and of one that it calls.
    @Suite(.leakFree) struct Locals {
      private static let file = "OwnVariableTests.swift"

      @Test func variable() async {
        let line = #line + 1
        let radio = Radio.fixed()
        let told = await asyncIssues {
          await expectDeallocated(within: .milliseconds(1)) { radio }
        }
        #expect(
          told == [
            """
            Radio is held: 1 instance is kept alive by the variable radio of OwnVariableTests.Locals.variable(), \(Self.file):\(line).

              ╭─ the variable radio
              ╰→ Radio

              \(advice)
            """
          ])
      }

      @Test func variableOfTheCaller() async {
        let line = #line + 1
        let radio = Radio.fixed()
        #expect(
          OwnVariableTests.line(await check(radio)) == [
            "Radio is held: 1 instance is kept alive by the variable radio of OwnVariableTests.Locals.variableOfTheCaller(), \(Self.file):\(line)."
          ])
      }

      private func check(_ radio: Radio) async -> [String] {
        await asyncIssues { await expectDeallocated(within: .milliseconds(1)) { radio } }
      }

      @Test func variableOfASynchronousTest() {
        let line = #line + 1
        let radio = Radio.fixed()
        let told = issues { expectDeallocated(within: .milliseconds(1)) { radio } }
        #expect(
          OwnVariableTests.line(told) == [
            "Radio is held: 1 instance is kept alive by the variable radio of OwnVariableTests.Locals.variableOfASynchronousTest(), \(Self.file):\(line)."
          ])
        radio.loopWeakly()
      }
    }

    /// Properties of a suite that is a class.
    @Suite(.leakFree) final class Classes {
      var radio: Radio? = .fixed()

      @Test func property() async {
        let told = await asyncIssues {
          await expectDeallocated(within: .milliseconds(1)) { self.radio }
        }
        #expect(
          told == [
            """
            Radio is held: 1 instance is kept alive by OwnVariableTests.Classes.radio, a property of the suite.

              ╭─ the suite
              │    .radio: Radio
              ╰→ Radio

              Clear the property before the check. What .leakFree checks, it checks when the suite's object is gone.
            """
          ])
      }
    }

    /// Properties of a suite that is a structure.
    @Suite(.leakFree) struct Structures {
      let name = "kitchen"
      let radio = Radio.fixed()

      private static let held =
        "Radio is held: 1 instance is kept alive by OwnVariableTests.Structures.radio, a property of the suite."

      @Test func property() async {
        let told = await asyncIssues {
          await expectDeallocated(within: .milliseconds(1)) { self.radio }
        }
        #expect(OwnVariableTests.line(told) == [Substring(Self.held)])
      }

      @Test func propertyInASynchronousTest() {
        let told = issues { expectDeallocated(within: .milliseconds(1)) { self.radio } }
        #expect(OwnVariableTests.line(told) == [Substring(Self.held)])
      }
    }
  }
#endif
