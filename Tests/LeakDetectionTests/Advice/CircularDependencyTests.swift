#if !canImport(Darwin)
  import Foundation
  import LeakTesting
  import Testing

  /// Operations that wait for one another: none of them can finish.
  struct CircularDependencyTests {
    private final class Upload: Operation, @unchecked Sendable {}

    /// Not inlined, so that the operations are in no frame of the caller's.
    @inline(never)
    private static func make() -> Upload {
      let (first, second) = (Upload(), Upload())
      second.addDependency(first)
      first.addDependency(second)
      return first
    }

    @Test func isToBeTakenAway() async throws {
      let report = await LeakDetector.detect(within: .milliseconds(50)) { Self.make() }
      #expect(
        report.leaks.first?.path?.advice
          == "Call removeDependency(_:) on one of the operations: each waits for another one, and none can begin."
      )
    }
  }
#endif
