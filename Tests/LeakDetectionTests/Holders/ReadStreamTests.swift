import LeakTesting
import TestOrder
import Testing

/// What is advised where a task that reads a stream, and the stream, keep each other.
@Suite(
  .slow, .leakFree, .disabled(if: isOptimized, "optimised code does not capture what does nothing"))
struct ReadStreamTests {
  private final class Guest: Sendable {
    func stay() {}
  }

  @Test func `Whoever ends the stream ends the task`() async {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      let guest = Guest()
      let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
      continuation.onTermination = { _ in guest.stay() }
      Task { for try await _ in stream {} }
      while !(await Self.isRead(guest)) { await Task.yield() }
      return guest
    }
    #expect(
      report.leaks.map { $0.path?.advice } == [
        "Call finish() on the stream's continuation when nothing more comes, or cancel() the task that reads it: until then the "
          + "stream keeps onTermination and the task."
      ])
  }

  /// Gives the task that reads a moment.
  private static func isRead(_ guest: Guest) async -> Bool {
    try? await Task.sleep(for: .milliseconds(20))
    return true
  }
}
