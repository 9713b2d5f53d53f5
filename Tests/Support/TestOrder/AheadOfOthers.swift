import Testing

/// Tests that start processes: when a process has exited, its test goes on before any other.
///
/// Swift Testing waits for the exits of all exit tests on one thread. Until the test of an exited process has gone on, that thread finds
/// the same process again and again, and keeps a processor busy.
package struct AheadOfOthers: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      withUnsafeCurrentTask { task in
        if let task { task.escalatePriority(to: .high) }
      }
    }
    try await function()
  }
}

extension Trait where Self == AheadOfOthers {
  package static var aheadOfOthers: Self { Self() }
}
