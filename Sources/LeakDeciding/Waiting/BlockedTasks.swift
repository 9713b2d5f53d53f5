import Foundation
import LeakBase

/// The threads of the process's tasks that synchronous checks block.
///
/// There are as many such threads as processors. Where checks block all of them, no task gets its turn before one of the checks ends.
enum BlockedTasks {
  private static let count = VisibleMutex(0)

  /// How many threads the tasks have.
  private static let width = ProcessInfo.processInfo.activeProcessorCount

  /// Whether checks block all threads of the tasks.
  static var areAll: Bool { count.withLock { $0 >= width } }

  /// Whether the thread is one of the tasks'.
  static var ownsThread: Bool { withUnsafeCurrentTask { $0 != nil } }

  /// Calls `body`, which blocks the thread, one of the tasks'.
  static func blocking<Result>(_ body: () -> Result) -> Result {
    count.withLock { $0 += 1 }
    defer { count.withLock { $0 -= 1 } }
    return body()
  }
}
