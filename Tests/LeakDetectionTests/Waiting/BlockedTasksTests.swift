import Foundation
import LeakTesting
import TestOrder
import Testing

/// Synchronous checks that block all threads of the tasks: what these would let go of stays until one of the checks ends.
@Suite(.slow) struct BlockedTasksTests {
  private final class Player: @unchecked Sendable {
    private var count = 0

    func start() {
      Task {
        try? await Task.sleep(for: .milliseconds(20))
        self.count += 1
      }
    }

    /// Once it has a thread, it is over at once: where one check ends before the other, that one does not see it suspended.
    func startWithoutPause() {
      Task { self.count += 1 }
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

  /// What as many synchronous checks say as there are threads for tasks. When the first has ended, what others wait for may go on.
  private static func reports(_ check: @escaping @Sendable () -> LeakReport) async {
    let checks = ProcessInfo.processInfo.activeProcessorCount
    let reports = await withTaskGroup(of: LeakReport.self) { group in
      for _ in 0..<checks { group.addTask { check() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for report in reports where !report.leaks.isEmpty { print("said:", report) }
  }

  private static func said(_ result: ExitTest.Result?) -> Set<Substring> {
    Set(
      String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        .split(separator: "\n").filter { $0.hasPrefix("said: ") })
  }

  @Test func nothingIsSaidOfWhatTheirTasksHave() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      await Self.reports { Player.check() }
    }
    #expect(
      Self.said(result) == [
        "said: BlockedTasksTests.Player: inconclusive, because the task that has it waits for a thread, and synchronous checks block all of them: make the test async."
      ])
  }

  /// Blocks of the global queues run on the same threads.
  @Test func nothingIsSaidOfWhatBlocksHave() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      await Self.reports {
        LeakDetector.detectBlocking(within: .milliseconds(300)) {
          let player = Player()
          DispatchQueue.global().async { player.startWithoutPause() }
          return player
        }
      }
    }
    #expect(
      Self.said(result).isSubset(of: [
        "said: BlockedTasksTests.Player: inconclusive, because the block that has it waits for a thread, and synchronous checks block all of them: make the test async.",
        "said: BlockedTasksTests.Player: inconclusive, because the task that has it waits for a thread, and synchronous checks block all of them: make the test async.",
      ]))
  }
}
