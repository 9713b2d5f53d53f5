import Dispatch
import LeakTesting
import Testing

/// Blocks of one line that are due at different times.
@Suite struct StaggeredWorkTests {
  private final class Reminder: @unchecked Sendable {
    private var count = 0
    func ring() { count += 1 }
  }

  @Test func theyAreOneFinding() async throws {
    let report = await LeakDetector.detect(within: .milliseconds(50)) {
      for index in 0..<5 {
        let reminder = Reminder()
        DispatchQueue.global().asyncAfter(deadline: .now() + 1000 + Double(index) * 100) {
          reminder.ring()
        }
      }
    }
    #expect(report.leaks.map(\.count) == [5], "\(report)")
    let text = try #require(report.leaks.first?.description)
    let seconds = try #require(text.firstMatch(of: /asyncAfter is to run within (\d+) s/)?.1)
    #expect(try #require(Int(seconds)) > 1300, "\(text)")
  }
}
