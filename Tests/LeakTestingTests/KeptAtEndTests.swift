import LeakTesting
import TestOrder
import Testing

/// What a variable keeps at the end of a test, and lets go of in a later one, is no leak at first.
@Suite(.slow, .serialized) struct KeptAtEndTests {
  private final class App {
    static nonisolated(unsafe) var current: App?
    static nonisolated(unsafe) weak var closing: App?
    var onClose: (() -> Void)?
    static let line = #line + 1
    func closeBySelf() { onClose = { self.onClose = nil } }
  }

  /// Two of three are left to themselves by the test that comes next. They are one cause.
  @Test func isToldAtTheEndOfTheSuite() async {
    defer { App.current = nil }
    let told = await told {
      for _ in 0..<3 {
        try await $0 {
          App.current = App()
          App.current?.closeBySelf()
        }
      }
      App.current?.onClose = nil
    }
    #expect(
      told == [
        """
        KeptAtEndTests.App leaked (2 instances): closure #1 in KeptAtEndTests.App.closeBySelf() (KeptAtEndTests.swift:\(App.line)) captures self strongly
        2 instances are kept alive by 2 retain cycles that one change breaks.

          ╭→ KeptAtEndTests.App
          │    .onClose
          │    closure #1 in KeptAtEndTests.App.closeBySelf()   KeptAtEndTests.swift:\(App.line)
          │    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~ captures KeptAtEndTests.App (self) strongly
          ╰─ KeptAtEndTests.App

          Try [weak self] in the closure at KeptAtEndTests.swift:\(App.line).
          pattern stored-closure (swift run leakcases show closures/stored-closure)
          fingerprint 83472dfe

          Allocated in these tests, at whose end a variable kept it: isToldAtTheEndOfTheSuite().
        """
      ])
  }

  /// The variable has it still, or it goes.
  @Test func isNoLeakWhileItIsKept() async {
    defer {
      App.current?.onClose = nil
      App.current = nil
    }
    let told = await told {
      for _ in 0..<3 {
        try await $0 {
          App.current?.onClose = nil
          App.current = App()
          App.current?.closeBySelf()
        }
      }
    }
    #expect(told == [])
  }

  #if compiler(>=6.3)
    /// Whoever has the object weakly may be about to break the cycle.
    @Test func isAWarningWhileTheCycleCanBeBroken() async {
      let told = await told {
        try await $0 {
          App.current = App()
          App.current?.closeBySelf()
        }
        App.closing = App.current
        App.current = nil
      }
      App.closing?.onClose = nil
      #expect(
        told.map { String($0.prefix { $0 != "(" && $0 != ":" }) } == [
          "warning, KeptAtEndTests.App leaked"
        ])
      #expect(App.closing == nil)
    }
  #endif

  /// What the test itself does not report is not reported at the end.
  @Test func isNotToldWhereTheTestIgnoresIt() async {
    defer { App.current = nil }
    let told = await told(by: .leakFree(ignoring: [.type("KeptAtEndTests.App")])) {
      try await $0 {
        App.current = App()
        App.current?.closeBySelf()
      }
      App.current = nil
    }
    #expect(told == [])
  }

  /// The failures of a suite whose tests `run` calls, each by what it is given.
  private func told(
    by trait: LeakFreeTrait = .leakFree,
    _ run:
      @Sendable (_ test: (@escaping @Sendable () -> Void) async throws -> Void) async throws ->
      Void
  ) async -> [String] {
    let failures = Log<String>()
    await withKnownIssue(isIntermittent: true) {
      do {
        let test = try #require(Test.current)
        let testCase = try #require(Test.Case.current)
        let suite: LeakFreeTrait = .leakFree
        try await suite.provideScope(for: test, testCase: nil) {
          try await run { body in
            try await trait.provideScope(for: test, testCase: testCase) { body() }
          }
        }
      } catch {
        failures.append("threw \(error)")
      }
    } matching: { issue in
      (issue.error as? LeakFailure).map { failures.append($0.testDescription) }
      #if compiler(>=6.3)
        if issue.severity == .warning {
          failures.append("warning, " + issue.comments.map(\.rawValue).joined())
        }
      #endif
      return true
    }
    return failures.elements
  }
}
