import Foundation
import LeakBase
import LeakDetection
import TestOrder
import Testing

/// The name of the thread on whose stack a closure is.
@Suite(.slow, .ofLibrarySymbols) struct ThreadNameTests {
  private final class Song: Sendable {}

  /// Who keeps a song: a closure that a thread named `name` runs.
  private static func holder(onThreadNamed name: String) async -> String? {
    let isRunning = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    let report = await LeakDetector.detect(within: .milliseconds(1)) {
      let song = trackForLeaks(Song())
      let thread = Thread {
        withExtendedLifetime(song) {
          // What Foundation calls a thread is not its name everywhere.
          try? Data(name.utf8).write(to: URL(fileURLWithPath: "/proc/thread-self/comm"))
          isRunning.signal()
          gate.wait()
        }
      }
      thread.start()
      isRunning.wait()
    }
    gate.signal()
    let text = report.leaks.first?.headline
    return text?.components(separatedBy: "which ").dropFirst().joined()
      .components(separatedBy: ",").first
  }

  @Test(arguments: [
    ("songs", "waits for a semaphore on songs"),
    // A thread that one of the kit's makes has its name at first.
    (OwnThread.namePrefix + "wait", "waits for a semaphore"),
  ])
  func isToldUnlessItIsTheKits(name: String, wait: String) async {
    #expect(await Self.holder(onThreadNamed: name) == wait)
  }
}
