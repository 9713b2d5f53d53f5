import Testing

@testable import LeakTesting

/// Suites and tests are told by names that have their module and all suites around.
@Suite struct FullNameTests {
  private struct Naming: SuiteTrait, TestTrait, TestScoping {
    @TaskLocal static var names: [String] = []

    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await Self.$names.withValue(Self.names + [test.fullName], operation: function)
    }
  }

  @Suite struct Outer {
    @Suite(Naming()) struct Inner {
      @Test(Naming()) func isNamed() {
        #expect(
          Naming.names == [
            "LeakTestingTests.FullNameTests/Outer/Inner",
            "LeakTestingTests.FullNameTests/Outer/Inner/isNamed()",
          ])
      }
    }
  }
}
