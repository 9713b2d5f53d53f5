import Testing

/// Tests that start processes: what such a process leaves is taken before anything else goes on.
///
/// While the test of an exited process waits for a processor, Swift Testing's thread that waits for any process of the test's finds that
/// one again and again, and takes a processor for itself.
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
