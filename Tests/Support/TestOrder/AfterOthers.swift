import Testing

/// Tests that compute: they begin after those that mainly wait, for a process or an object, have begun.
///
/// Tests begin in the order in which they are found, on as many threads as there are processors. What a test waits for would begin
/// to pass only when all the tests before it have computed what they compute.
package struct AfterOthers: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Task.yield()
    try await function()
  }
}

extension Trait where Self == AfterOthers {
  package static var afterOthers: Self { Self() }
}
