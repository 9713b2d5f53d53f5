import Foundation
import LeakTesting
import Testing

/// Synchronous checks that block all threads of the tasks: what these would let go of stays until one of the checks ends.
@Suite struct BlockedTasksTests {
  private final class Player: @unchecked Sendable {
    private var count = 0

    func start() {
      Task {
        try? await Task.sleep(for: .milliseconds(20))
        self.count += 1
      }
    }

    /// What a synchronous check says of a player that has started.
    static func check() -> LeakReport {
      LeakDetector.detectBlocking(within: .milliseconds(300)) {
        let player = Player()
        player.start()
        return player
      }
    }
  }

  @Test func nothingIsSaidOfWhatTheirTasksHave() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let checks = ProcessInfo.processInfo.activeProcessorCount
      let reports = await withTaskGroup(of: LeakReport.self) { group in
        for _ in 0..<checks { group.addTask { Player.check() } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for report in reports where !report.leaks.isEmpty { print("said:", report) }
    }
    let said = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("said: ") }
    // When the first has ended, what others wait for may go on.
    #expect(
      Set(said) == [
        "said: BlockedTasksTests.Player: inconclusive, because the task that has it waits for a thread, and synchronous checks block all of them: make the test async."
      ])
  }
}
